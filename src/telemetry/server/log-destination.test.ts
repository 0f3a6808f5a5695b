import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { boundLog, type Sink } from './log-destination.ts';
import { metrics } from './metrics.ts';

async function readDropped(): Promise<number> {
  const [value] = (await metrics.getSingleMetric('lastro_log_lines_dropped_total')?.get())?.values ?? [];
  return value?.value ?? 0;
}

/** A reader that takes a chunk only when told to. */
function slowReader(): { sink: Sink; taken: string[]; take(error?: Error): void } {
  const taken: string[] = [];
  let under: (() => void)[] = [];
  let failWith: Error | null = null;
  return {
    taken,
    sink: (text, done) =>
      void under.push(() => {
        if (!failWith) taken.push(text);
        done(failWith);
      }),
    take: (error) => {
      failWith = error ?? null;
      const [first, ...rest] = under;
      under = rest;
      first?.();
    },
  };
}

test('[R1] lines are written in order, and batched when the reader is slower than the writer', () => {
  const { sink, taken, take } = slowReader();
  const log = boundLog(sink);
  for (const line of ['one\n', 'two\n', 'three\n']) log.write(line);
  take();
  take();
  expect(taken).toEqual(['one\n', 'two\nthree\n']);
});

test('[R1] lines beyond the bound of a stalled reader are dropped, counted, and reported once it reads again', async () => {
  const before = await readDropped();
  const { sink, taken, take } = slowReader();
  const log = boundLog(sink, 10);
  log.write('begun\n');
  for (let n = 0; n < 5; n += 1) log.write('abcd\n');
  expect((await readDropped()) - before).toBe(3);
  take();
  take();
  expect(taken[1]).toMatch(/^abcd\nabcd\n\{"level":40,"time":\d+,"lost":3,"msg":"lines of the log were lost"\}\n$/);
  log.write('ready\n');
  take();
  expect(taken[2]).toBe('ready\n');
});

test('[R1] a reader that has gone stops nothing: its lost lines are counted, and the next line is tried', async () => {
  const before = await readDropped();
  const { sink, taken, take } = slowReader();
  const log = boundLog(sink);
  log.write('lost\n');
  take(new Error('EPIPE'));
  expect((await readDropped()) - before).toBe(1);
  log.write('heard\n');
  take();
  expect(taken[0]).toMatch(/^heard\n\{.*"lost":1/);
});

test('[R1] flush waits for the last lines, but no longer than its timeout', async () => {
  const { sink, take } = slowReader();
  const log = boundLog(sink);
  await log.flush(60_000);
  log.write('last\n');
  const flushed = log.flush(60_000);
  take();
  await flushed;
  log.write('nobody takes this\n');
  const startedAt = performance.now();
  await log.flush(50);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

const folder = mkdtempSync(join(tmpdir(), 'lastro-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program that logs far more than a pipe holds into one that nobody reads, with our log or with one that waits. */
function chatter(how: 'ours' | 'waiting'): { child: ChildProcess; close(): void } {
  const fifo = join(folder, how);
  execFileSync('mkfifo', [fifo]);
  const pipe = openSync(fifo, 'r+');
  const program = `
    import { writeSync } from 'node:fs';
    import { standardLog } from ${JSON.stringify(join(import.meta.dirname, 'log-destination.ts'))};
    const write = ${how === 'ours'} ? (line) => standardLog().write(line) : waiting;
    // As pino's own does by default.
    function waiting(line) {
      for (let sent = 0; sent < line.length; ) {
        try {
          sent += writeSync(1, line.slice(sent));
        } catch (error) {
          if (error.code !== 'EAGAIN') throw error;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
        }
      }
    }
    process.on('message', async () => {
      await standardLog().flush(300);
      process.exit(7);
    });
    process.send('begun');
    for (let n = 0; n < 200; n += 1) write('x'.repeat(10_000) + '\\n');
    process.send('written');
  `;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', pipe, 'inherit', 'ipc'],
  });
  return { child, close: () => (child.kill('SIGKILL'), closeSync(pipe)) };
}

test('[R1] an unread pipe blocks neither the program nor its shutdown', async () => {
  const { child, close } = chatter('ours');
  expect(await once(child, 'message')).toEqual(['begun', undefined]);
  expect(await once(child, 'message')).toEqual(['written', undefined]);
  child.send('stop');
  expect(await once(child, 'exit')).toEqual([7, null]);
  close();
});

test('[R1] control: a synchronous log blocks there indefinitely', async () => {
  const { child, close } = chatter('waiting');
  expect(await once(child, 'message')).toEqual(['begun', undefined]);
  const next = Promise.race([once(child, 'message'), once(child, 'exit'), pause(2_000, 'nothing')]);
  expect(await next).toBe('nothing');
  close();
});
