import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningSandbox, sandboxToken, startSandbox } from './testing/start-sandbox.ts';
import { builtProgram } from '#testing/server/built-program.ts';
import { transferOf } from './testing/transfer-of.ts';

let dataDir: string;
let running: RunningSandbox[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'h2-'));
  running = [];
});
afterEach(() => Promise.all(running.map((sandbox) => sandbox.stop('SIGKILL'))));

async function start(): Promise<RunningSandbox> {
  const sandbox = await startSandbox(dataDir);
  running.push(sandbox);
  return sandbox;
}

test('[F5] answered transfers survive kill -9 under load, without duplicates', async () => {
  const answered: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const sandbox = await start();
    const sending = Array.from({ length: 8 }, () => sendUntilCut(sandbox, answered));
    const before = answered.length;
    await expect.poll(() => answered.length - before, { interval: 5 }).toBeGreaterThan(20);
    await sandbox.stop('SIGKILL');
    await Promise.all(sending);
  }
  const sandbox = await start();
  const booked = await wholeBook(sandbox);
  expect(answered.length).toBeGreaterThan(20);
  expect(new Set(booked).size).toBe(booked.length);
  expect(answered.filter((reference) => !booked.includes(reference))).toEqual([]);
  const account = (await (await sandbox.call('GET', '/v1/accounts/ana')).json()) as { balances: { USD: string } };
  expect(Number(account.balances.USD)).toBe(100_000 - booked.length * 10);
});

async function sendUntilCut(sandbox: RunningSandbox, answered: string[]): Promise<void> {
  for (;;) {
    const transfer = transferOf({ account: 'ana' });
    const answer = await sandbox.send(transfer).catch(() => null);
    if (!answer) return;
    if (answer.status === 201) answered.push(transfer.reference);
  }
}

async function wholeBook(sandbox: RunningSandbox): Promise<string[]> {
  const references: string[] = [];
  for (let after: string | null = '0'; after !== null;) {
    const page = await sandbox.call('GET', `/v1/transfers?limit=1000&after=${after}`);
    const { transfers, next } = (await page.json()) as { transfers: { reference: string }[]; next: string | null };
    references.push(...transfers.map(({ reference }) => reference));
    after = next;
  }
  return references;
}

test('[F5] drops a last line torn by a crash and writes the next entry whole', async () => {
  const first = await start();
  const [kept, later] = [transferOf(), transferOf()];
  await first.send(kept);
  await first.stop('SIGKILL');
  await appendFile(join(dataDir, 'sandbox', 'brokerage.jsonl'), '{"kind":"booked","request":{"refer');

  const second = await start();
  expect((await second.book()).map(({ reference }) => reference)).toEqual([kept.reference]);
  await second.send(later);
  await second.stop('SIGKILL');
  const third = await start();
  expect((await third.book()).map(({ reference }) => reference)).toEqual([kept.reference, later.reference]);
});

test('[F5] a transfer pending at a crash is done when its time comes', async () => {
  const first = await start();
  await first.arm({ mode: 'pending', delay_ms: 300 });
  const transfer = transferOf();
  await first.send(transfer);
  await first.stop('SIGKILL');
  const second = await start();
  await expect.poll(async () => (await second.book())[0]?.status).toBe('done');
});

test('[F5] does not open a book damaged in the middle', async () => {
  const first = await start();
  await first.send(transferOf());
  await first.stop();
  const path = join(dataDir, 'sandbox', 'brokerage.jsonl');
  await writeFile(path, (await readFile(path, 'utf8')).replace('"kind"', '"ki'));
  await expect(start()).rejects.toThrow('did not start');
});

test('[F5] refuses a second brokerage on the same folder until the first is gone', async () => {
  const first = await start();
  await expect(start()).rejects.toThrow('did not start');
  await first.stop('SIGKILL');
  await expect(start()).resolves.toBeDefined();
});

test('[F5] exits when its parent goes away, and cleanly on SIGTERM', async () => {
  const orphan = await start();
  orphan.child.disconnect();
  await once(orphan.child, 'exit');
  expect(orphan.child.exitCode).toBe(0);

  const told = await start();
  await told.arm({ mode: 'timeout_before', delay_ms: 60_000 });
  const held = told.send(transferOf()).catch(() => 'cut');
  await told.stop('SIGTERM');
  expect(told.child.exitCode).toBe(0);
  expect(await held).toBe('cut');
});

test('[F5] logs a line for each call, and never the token', async () => {
  const sandbox = await start();
  await sandbox.send(transferOf());
  await expect.poll(() => sandbox.log()).toContain('"route":"/v1/transfers","status":201');
  expect(sandbox.log()).not.toContain(sandboxToken);
});

test('[F5] does not start without a token', async () => {
  const { BROKERAGE_TOKEN: _, ...env } = process.env;
  const child = fork(builtProgram('sandbox'), {
    execArgv: [],
    env: { ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.on('data', (bytes: Buffer) => (said += bytes.toString()));
  await once(child, 'close');
  expect(said).toContain('BROKERAGE_TOKEN');
  expect(child.exitCode).toBe(1);
});
