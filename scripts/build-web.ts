import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { projectFolder } from '#platform/server/project-folder.ts';

/** The customers' pages. How they are made is in vite.config.ts; only where they go is said here. */
export function buildWeb(outDir: string): Promise<string[]> {
  return buildPages('index.html', outDir, 'vite.config.ts');
}

/** The staff's, apart: vite.console.config.ts. */
export function buildConsole(outDir: string): Promise<string[]> {
  return buildPages('console.html', outDir, 'vite.console.config.ts');
}

async function buildPages(page: string, outDir: string, configFile: string): Promise<string[]> {
  if (!existsSync(join(projectFolder, page))) return [page];
  await build({
    root: projectFolder,
    configFile: join(projectFolder, configFile),
    mode: 'production',
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      reportCompressedSize: false,
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  });
  return [];
}
