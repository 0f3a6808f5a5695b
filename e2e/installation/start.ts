import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '#platform/server/project-folder.ts';

/**
 * Starts the built product for the journeys and deletes its folder once it has stopped, when nothing can write into it any more. The
 * runner's signal reaches the product as well, so this process only has to survive it.
 */
const product = spawn(process.execPath, [join(projectFolder, 'scripts', 'begin.mjs'), 'start'], { stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);

product.once('exit', (code) => {
  const folder = process.env.DATA_DIR;
  const forgotten = folder ? rm(folder, { recursive: true, force: true, maxRetries: 5 }) : Promise.resolve();
  void forgotten.finally(() => process.exit(code ?? 0));
});
