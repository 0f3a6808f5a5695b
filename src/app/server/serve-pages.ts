import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { refusePlatform } from '#platform/refusals.ts';
import type { Http } from '#http/server/http.ts';
import type { SendPage } from './serve-page.ts';
import { shareAssets } from './share-assets.ts';

export interface Pages {
  /** Their build folder. */
  folder: string;
  /** Their name in a folder that several builds share. */
  name: 'web' | 'console';
  /** Sends the single page that serves every address of the application; null if it was not built. */
  sendPage: SendPage | null;
  /** Paths for machines; every other GET is a page of the application. */
  machinePaths: RegExp;
  /** How long named files may be cached, overriding the no-store that every answer starts with. */
  keptFor: readonly (readonly [path: RegExp, cacheControl: string])[];
}

/** The name of every asset contains a hash of its content. */
export const assetsKept = [/^\/assets\//, 'public, max-age=31536000, immutable'] as const;

const hidden = { schema: { hide: true }, config: { bucket: 'page' } } as const;

/** Serves an application's built pages, precompressed and immutable; none if they were not built. */
export async function servePages(http: Http, pages: Pages): Promise<void> {
  const { folder, sendPage, machinePaths, keptFor } = pages;
  const { app, config, gate } = http;
  if (sendPage) {
    await app.register(fastifyStatic, { root: folder, preCompressed: true, index: false, cacheControl: false });
    if (config.assetsDir) await serveSharedAssets(http, pages, join(config.assetsDir, pages.name));
    // Runs last, to override the no-store that every answer starts with. Errors are not cached.
    app.addHook('onSend', async (request, reply) => {
      const kept = reply.statusCode < 400 && keptFor.find(([path]) => path.test(request.url));
      if (kept) reply.header('Cache-Control', kept[1]);
    });
    // As a folder of static files it would be refused.
    app.get('/', hidden, sendPage);
  }
  app.setNotFoundHandler(
    gate.guard('page', (request, reply) => {
      const isPage = (request.method === 'GET' || request.method === 'HEAD') && !machinePaths.test(request.url);
      if (!sendPage || !isPage) throw refusePlatform('not_found');
      return sendPage(request, reply);
    }),
  );
}

/**
 * Serves the files of other builds that run or ran beside this one. Its own come from its own folder, whatever happens to the shared one.
 */
async function serveSharedAssets({ app }: Http, { folder }: Pages, shared: string): Promise<void> {
  const onFault = (error: unknown): void => app.log.error({ err: error, job: 'share-assets' }, 'fault');
  const { own, stop } = await shareAssets(join(folder, 'assets'), join(shared, 'assets'), onFault);
  app.addHook('onClose', async () => stop());
  app.get<{ Params: { file: string } }>('/assets/:file', hidden, (request, reply) => {
    const { file } = request.params;
    if (!/^\w[\w.-]*$/.test(file)) return reply.callNotFound();
    return reply.sendFile(`assets/${file}`, own.has(file) ? folder : shared);
  });
}

/** Sends the page as built; null if it was not built. */
export function sendBuilt(folder: string, page: string): SendPage | null {
  if (!existsSync(join(folder, page))) return null;
  return async (_request, reply) => reply.header('Cache-Control', 'no-cache').sendFile(page, { cacheControl: false });
}
