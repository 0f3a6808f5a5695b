import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { build } from 'vite';
import { projectFolder } from '#platform/server/project-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the programs that tests start. */
    programs: string;
  }
}

const programs = {
  main: 'src/app/server/main.ts',
  lastro: 'src/app/server/lastro.ts',
  sandbox: 'src/sandbox/server/main.ts',
  'dying-worker': 'src/wallet/server/testing/dying-worker/main.ts',
  'dying-teller': 'src/announcements/server/testing/dying-teller/main.ts',
};

export type ProgramName = keyof typeof programs;

/**
 * Bundles the programs that tests start as separate processes, once per run and from the current sources: reading the sources file by file,
 * a program takes four times as long to start.
 */
export default async function buildPrograms(project: TestProject): Promise<() => Promise<void>> {
  const parent = join(projectFolder, '.build');
  await mkdir(parent, { recursive: true });
  const outDir = await mkdtemp(join(parent, 'programs-'));
  await build({
    root: projectFolder,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, join(projectFolder, file)])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
      },
    },
  });
  project.provide('programs', outDir);
  return () => rm(outDir, { recursive: true, force: true, maxRetries: 5 });
}
