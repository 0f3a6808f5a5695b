import { join } from 'node:path';
import type { Http } from '#http/server/http.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { assetsKept, sendBuilt, servePages } from './serve-pages.ts';
import { serveSiteConfig } from './serve-site.ts';

const folder = join(projectFolder, 'dist', 'console');
const machinePaths = /^\/(console|config\.json|assets)(\/|\?|$)/;

/** The staff's pages, built separately: none of their files are among the customers'. */
export async function serveConsoleSite(http: Http): Promise<void> {
  serveSiteConfig(http);
  const sendPage = sendBuilt(folder, 'console.html');
  await servePages(http, { folder, name: 'console', sendPage, machinePaths, keptFor: [assetsKept] });
}
