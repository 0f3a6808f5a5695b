import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { firstLanguage } from '#platform/languages.ts';
import { pagePolicy } from '#http/server/security-headers.ts';
import type { SiteConfig } from '#platform/site.ts';
import { type Shell, shellOf } from '../shell-of.ts';
import { composePage, inlineScripts, inlineStyles, type Built } from './first-page.ts';

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

interface Packed {
  /** Of the content, whatever the compression. */
  hash: string;
  bodies: Record<'br' | 'gzip' | 'plain', Buffer>;
}

/**
 * The application's single page, for every address: with the shell seen first already in it, in the browser's preferred language (B7: only
 * its first one counts). Each variant is composed and compressed on its first request, then cached.
 */
export function readPage(folder: string, site: SiteConfig): SendPage {
  const built: Built = {
    html: readFileSync(join(folder, 'index.html'), 'utf8'),
    shells: JSON.parse(readFileSync(join(folder, 'shells.json'), 'utf8')) as Built['shells'],
    site,
  };
  const policy = pagePolicy(inlineScripts(built.html), inlineStyles(built.html));
  const pages = new Map<string, Promise<Packed>>();

  return async (request, reply) => {
    const language = firstLanguage([preferredTag(request.headers['accept-language'])]);
    const shell = likelyShell(request.url);
    const name = `${shell} ${language}`;
    const page = pages.get(name) ?? pack(composePage(built, language, shell, shell === 'login' ? [] : ['login']));
    pages.set(name, page);
    const { hash, bodies } = await page;
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip']);
    const etag = `"${hash}-${encoding ?? 'plain'}"`;
    void reply.headers({
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policy,
      Vary: 'Accept-Language, Accept-Encoding',
      ETag: etag,
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    if (encoding) void reply.header('Content-Encoding', encoding);
    return reply
      .code(200)
      .type('text/html; charset=utf-8')
      .send(bodies[encoding ?? 'plain']);
  };
}

/** Most visitors of a screen have a session; the others find the login put aside in the page. */
function likelyShell(url: string): Shell | null {
  const [path = ''] = url.split('?');
  return shellOf(path, true) ?? shellOf(path, false);
}

/** Longer than any browser's tag; anything beyond is ignored. */
const longestTag = 64;

function preferredTag(acceptLanguage = ''): string {
  return acceptLanguage.slice(0, longestTag).split(/[,;]/)[0]?.trim() ?? '';
}

async function pack(page: string): Promise<Packed> {
  const plain = Buffer.from(page);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain, { params }), promisify(gzip)(plain)]);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 16);
  return { hash, bodies: { br, gzip: zipped, plain } };
}
