import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, it } from 'vitest';
import { superviseProgram, type Program, type Supervised } from './supervise-program.ts';

interface Ready {
  ready: true;
  pid: number;
}

const root = mkdtempSync(join(tmpdir(), 'lastro-supervise-'));
const running: Supervised<unknown>[] = [];
const preload = ['--import', 'tsx', '--import', pathToFileURL(join(import.meta.dirname, 'launch-child.ts')).href];

afterEach(() => Promise.all(running.splice(0).map((supervised) => supervised.stop())));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('a killed program is restarted', async () => {
  const log: string[] = [];
  const supervised = supervise(
    program('lives', 'process.send({ ready: true, pid: process.pid }); setInterval(() => {}, 1e3);'),
    log,
  );
  const { pid } = await supervised.ready;
  process.kill(pid, 'SIGKILL');
  await until(() => log.includes('lives is back'));
  expect(log[0]).toBe('lives ended (SIGKILL); starting it again');
  expect(isAlive(pid)).toBe(false);
});

it('a program that never becomes ready is given up with a plain message', async () => {
  const supervised = supervise(program('broken', 'process.exit(3);'), []);
  await expect(supervised.ready).rejects.toThrow('broken does not start; see its last output above.');
});

it('a program that ignores the request to stop is ended', async () => {
  const source = `process.on('SIGTERM', () => process.send({ asked: true }));
    process.send({ ready: true, pid: process.pid }); setInterval(() => {}, 1e3);`;
  const supervised = superviseProgram<Ready>({ ...program('stubborn', source), patienceMs: 200 }, () => {});
  const { pid } = await supervised.ready;
  await supervised.stop();
  expect(isAlive(pid)).toBe(false);
});

it('a program ends when its launcher is killed', async () => {
  const child = program('child', 'process.send({ ready: true, pid: process.pid }); setInterval(() => {}, 1e3);');
  const source = `
    import { superviseProgram } from ${JSON.stringify(join(import.meta.dirname, 'supervise-program.ts'))};
    const { ready } = superviseProgram(${JSON.stringify({ ...child, nodeArguments: preload })}, console.error);
    console.log((await ready).pid);`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', source];
  const launcher = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(launcher.stdout, 'data')) as [Buffer];
  launcher.kill('SIGKILL');
  await until(() => !isAlive(Number(line)));
});

it('[R1] a program that can only block on its unread log ends when its launcher is killed', async () => {
  const fifo = join(root, 'unread');
  execFileSync('mkfifo', [fifo]);
  const unread = openSync(fifo, 'r+');
  const waits = `import { writeSync } from 'node:fs';
    process.on('SIGTERM', () => {});
    process.send({ ready: true, pid: process.pid });
    const tell = (fd) => { try { writeSync(fd, 'x'.repeat(10_000)); } catch (error) { if (error.code !== 'EAGAIN') throw error; } };
    setTimeout(() => { for (;;) { tell(1); tell(2); } }, 200);`;
  const child = program('waits', waits);
  const source = `
    import { superviseProgram } from ${JSON.stringify(join(import.meta.dirname, 'supervise-program.ts'))};
    const { ready } = superviseProgram(${JSON.stringify({ ...child, nodeArguments: preload, output: 1 })}, console.error);
    process.send((await ready).pid);`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', source];
  const launcher = spawn(process.execPath, args, { stdio: ['ignore', unread, unread, 'ipc'] });
  const [pid] = (await once(launcher, 'message')) as [number];
  await sleep(3_000);
  launcher.kill('SIGKILL');
  await sleep(500);
  expect(isAlive(pid)).toBe(true);
  await until(() => !isAlive(pid), 20_000);
  closeSync(unread);
});

function supervise(what: Program, log: string[]): Supervised<Ready> {
  const supervised = superviseProgram<Ready>(what, (line) => log.push(line));
  running.push(supervised);
  return supervised;
}

function program(name: string, source: string): Program {
  const file = join(root, `${name}.mjs`);
  writeFileSync(file, source);
  return { name, file, nodeArguments: [], environment: {}, output: 'inherit' };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until(isTrue: () => boolean, patienceMs = 30_000): Promise<void> {
  for (let i = 0; i < patienceMs / 25 && !isTrue(); i++) await sleep(25);
  expect(isTrue()).toBe(true);
}
