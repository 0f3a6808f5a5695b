import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { standInSupport } from '#platform/server/config.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Http } from '#platform/server/http.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { serve } from '#platform/server/serve.ts';
import { readSiteConfig } from '#platform/site.ts';
import { serveManifest } from './serve-manifest.ts';

const folder = join(projectFolder, 'dist', 'web');

/** Answers that belong to machines; everything else that is asked for with GET is a page of the application. */
const machinePaths =
  /^\/(api|report|health|metrics|docs|openapi\.json|config\.json|manifest\.webmanifest|sw\.js|assets|icons)(\/|\?|$)/;

/**
 * How long what is asked for by its own name may be kept, over the no-store that every answer starts with. Every asset's name
 * holds a hash of what is in it; an icon's does not; the worker and its page are asked for again each time, so that a new
 * build, or the end of the worker, is never further away than a visit.
 */
const keptFor: [path: RegExp, cacheControl: string][] = [
  [/^\/assets\//, 'public, max-age=31536000, immutable'],
  [/^\/icons\//, 'public, max-age=86400'],
  [/^\/(sw\.js|offline\.html)(\?|$)/, 'no-cache'],
];

/** The built pages, precompressed and immutable, and `/config.json`, which tells them about the installation. */
export async function serveSite(http: Http): Promise<void> {
  const { config, app } = http;
  serve(http, readSiteConfig, async () => ({
    mode: config.mode,
    brand: config.brandName,
    api: '',
    brokerSite: config.brokerSiteUrl,
    support: config.supportUrl,
    supportIsSet: config.supportUrl !== standInSupport,
    affiliateBase: `${config.publicUrl}/auth/register?ref=`,
    riskNote: config.riskNote,
  }));
  serveManifest(http);
  const built = existsSync(join(folder, 'index.html'));
  if (built) await serveFiles(http);
  app.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !machinePaths.test(request.url);
    if (!built || !isPage) throw refusePlatform('not_found');
    return sendPage(reply);
  });
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.header('Cache-Control', 'no-cache').sendFile('index.html', { cacheControl: false });
}

async function serveFiles(http: Http): Promise<void> {
  await http.app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    cacheControl: false,
  });
  // Said last, over the no-store that every answer starts with; what is not there is not remembered as such.
  http.app.addHook('onSend', async (request, reply) => {
    const kept = reply.statusCode < 400 && keptFor.find(([path]) => path.test(request.url));
    if (kept) reply.header('Cache-Control', kept[1]);
  });
  const worker = http.config.serviceWorker === 'off' ? 'sw-retired.js' : 'sw.js';
  http.app.get('/sw.js', { schema: { hide: true } }, (_request, reply) =>
    reply.sendFile(worker, { cacheControl: false }),
  );
  // Asked for as a folder it would be refused.
  http.app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply));
}
