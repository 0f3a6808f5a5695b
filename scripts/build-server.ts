import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { projectFolder } from '#platform/server/project-folder.ts';

const programs = {
  launch: 'src/app/server/launch.ts',
  'launch-child': 'src/app/server/launch-child.ts',
  main: 'src/app/server/main.ts',
  serve: 'src/app/server/serve.ts',
  work: 'src/app/server/work.ts',
  lastro: 'src/app/server/lastro.ts',
  sandbox: 'src/sandbox/server/main.ts',
};

/** Builds the programs that run on the server: one file each, plus shared chunks. Packages stay in node_modules. */
export async function buildServer(outDir: string): Promise<string[]> {
  const isThere = ([, file]: [string, string]): boolean => existsSync(join(projectFolder, file));
  const found = Object.entries(programs).filter(isThere);
  await build({
    root: projectFolder,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      sourcemap: true,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(found.map(([name, file]) => [name, join(projectFolder, file)])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
      },
    },
  });
  return Object.values(programs).filter((file) => !existsSync(join(projectFolder, file)));
}
