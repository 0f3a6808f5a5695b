import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { projectFolder } from '#platform/server/project-folder.ts';

/** The pages. How they are made is in vite.config.ts; only where they go is said here. */
export async function buildWeb(outDir: string): Promise<string[]> {
  if (!existsSync(join(projectFolder, 'index.html'))) return ['index.html'];
  await build({
    root: projectFolder,
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
