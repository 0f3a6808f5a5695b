import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { lockFolder } from './folder-lock.ts';

const root = mkdtempSync(join(tmpdir(), 'lastro-lock-'));
const path = process.env.PATH;
const refusal = (holder: string): string => `held by ${holder}`;

afterEach(() => void (process.env.PATH = path));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each([
  { way: 'with the flock program', searchPath: path },
  { way: 'without it', searchPath: root },
])("a folder's lock, $way", ({ searchPath }) => {
  const file = join(root, `${searchPath === root}.lock`);

  it('is exclusive and names its holder', async () => {
    process.env.PATH = searchPath;
    const lock = await lockFolder({ file, refusal });
    await expect(lockFolder({ file, refusal })).rejects.toThrow(`held by ${process.pid}`);
    lock.release();
    (await lockFolder({ file, refusal })).release();
  });

  it('ends with a kill -9 of its process, whatever pid the file contains', async () => {
    const holder = await holdElsewhere(file, searchPath);
    process.env.PATH = searchPath;
    await expect(lockFolder({ file, refusal })).rejects.toThrow(`held by ${holder.pid}`);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    // The pid of an unrelated live process, as after reuse: the lock counts, not the pid.
    writeFileSync(file, `${process.ppid}\n`);
    (await lockFolder({ file, refusal })).release();
  });

  it('waits for a predecessor that is shutting down', async () => {
    process.env.PATH = searchPath;
    const first = await lockFolder({ file, refusal });
    setTimeout(() => first.release(), 100);
    (await lockFolder({ file, refusal, patienceMs: 3_000 })).release();
  });
});

async function holdElsewhere(file: string, searchPath: string | undefined) {
  const program = `
    import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))};
    process.env.PATH = ${JSON.stringify(searchPath)};
    await lockFolder({ file: ${JSON.stringify(file)}, refusal: String });
    console.log('held');
    setInterval(() => {}, 1000);`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  return holder;
}
