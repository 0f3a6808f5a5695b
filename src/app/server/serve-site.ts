import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { standInSupport } from '#settings/server/config.ts';
import type { Http } from '#http/server/http.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { serve } from '#http/server/serve.ts';
import { readSiteConfig, type SiteConfig } from '#platform/site.ts';
import { serveManifest } from './serve-manifest.ts';
import { readPage } from './serve-page.ts';
import { assetsKept, servePages } from './serve-pages.ts';

const folder = join(projectFolder, 'dist', 'web');

/** `console`: the staff's calls are served at a separate address, and never here. */
const machinePaths =
  /^\/(api|console|report|health|metrics|docs|openapi\.json|config\.json|manifest\.webmanifest|sw\.js|assets|icons)(\/|\?|$)/;

/**
 * An icon's name has no content hash. The worker and its page are revalidated each time, so that a new build, or the retirement of the
 * worker, takes effect on the next visit.
 */
const keptFor = [
  assetsKept,
  [/^\/icons\//, 'public, max-age=86400'],
  [/^\/(sw\.js|offline\.html)(\?|$)/, 'no-cache'],
] as const;

/** Serves the page and its files, compressed and immutable, and `/config.json`, which describes the installation to them. */
export async function serveSite(http: Http): Promise<void> {
  const site = serveSiteConfig(http);
  serveManifest(http);
  const sendPage = existsSync(join(folder, 'shells.json')) ? readPage(folder, site) : null;
  await servePages(http, { folder, name: 'web', sendPage, machinePaths, keptFor });
  if (!sendPage) return;
  const worker = http.config.serviceWorker === 'off' ? 'sw-retired.js' : 'sw.js';
  http.app.get('/sw.js', { schema: { hide: true }, config: { bucket: 'page' } }, (_request, reply) =>
    reply.sendFile(worker, { cacheControl: false }),
  );
}

export function serveSiteConfig(http: Http): SiteConfig {
  const { config } = http;
  const site: SiteConfig = {
    mode: config.mode,
    brand: config.brandName,
    api: '',
    brokerSite: config.brokerSiteUrl,
    support: config.supportUrl,
    supportIsSet: config.supportUrl !== standInSupport,
    affiliateBase: `${config.publicUrl}/auth/register?ref=`,
    riskNote: config.riskNote,
  };
  serve(http, readSiteConfig, async () => site);
  return site;
}
