import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepFormerFiles } from '#app/server/keep-former-files.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { flag, readOptions } from './read-options.ts';
import { hashSources, readBuiltHash } from './source-hash.ts';

/** Builds everything under dist/: pages and programs. With `--when-changed` it does nothing if no source has changed. */
const options = readOptions({
  command: 'npm run build --',
  does: 'Builds everything under dist/: pages and programs.',
  options: { 'when-changed': flag('does nothing if no source has changed') },
});
const dist = join(projectFolder, 'dist');
const hash = hashSources();
if (!options['when-changed'] || readBuiltHash() !== hash) {
  await build().catch((error: unknown) => {
    process.stderr.write(`Lastro could not be built.\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}

async function build(): Promise<void> {
  const startedAt = performance.now();
  // The bundler is loaded only when there is something to build, so it does not slow down most starts.
  const { buildServer } = await import('./build-server.ts');
  const { buildConsole, buildWeb } = await import('./build-web.ts');
  const draft = join(dist, `draft-${process.pid}`);
  await removeAbandoned();
  try {
    const missing = [
      ...(await buildServer(join(draft, 'server'))),
      ...(await buildWeb(join(draft, 'web'))),
      ...(await buildConsole(join(draft, 'console'))),
    ];
    for (const part of missing) process.stderr.write(`Not built, since it does not exist yet: ${part}\n`);
    await replace(draft);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  process.stderr.write(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
}

/** Builds into a separate folder and swaps it in, so that neither a running server nor a kill midway leaves half a build in use. */
async function replace(draft: string): Promise<void> {
  await rm(join(dist, 'sources'), { force: true });
  for (const pages of ['web', 'console']) {
    if (existsSync(join(draft, pages))) keepFormerFiles(join(dist, pages), join(draft, pages), new Date());
  }
  const old = join(draft, 'old');
  await mkdir(old);
  for (const part of ['server', 'web', 'console']) {
    if (existsSync(join(dist, part))) await rename(join(dist, part), join(old, part));
    if (existsSync(join(draft, part))) await rename(join(draft, part), join(dist, part));
  }
  await writeFile(join(dist, 'sources'), hash);
}

/** Removes what killed builds left behind, but not the drafts of builds still running. */
async function removeAbandoned(): Promise<void> {
  const names = await readdir(dist).catch(() => []);
  const abandoned = names.filter((name) => name.startsWith('draft-') && !isAlive(Number(name.slice(6))));
  await Promise.all(abandoned.map((name) => rm(join(dist, name), { recursive: true, force: true })));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
