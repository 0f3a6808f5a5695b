import { mkdtemp } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FaultRequest } from '#sandbox/contract.ts';
import { type RunningSandbox, sandboxToken, startSandbox } from '#sandbox/server/testing/start-sandbox.ts';
import { transferOf } from '#sandbox/server/testing/transfer-of.ts';
import { type Brokerage, type BrokerageOutcome, connectBrokerage } from './brokerage-client.ts';

let sandbox: RunningSandbox;
let brokerage: Brokerage;
/** Within which an answer comes on a busy machine too. */
const deadlineMs = 2_000;

beforeAll(async () => {
  sandbox = await startSandbox(await mkdtemp(join(tmpdir(), 'h2-')));
  brokerage = connectBrokerage({ url: sandbox.url, token: sandboxToken, deadlineMs });
});
afterEach(() => sandbox.heal());
afterAll(() => sandbox.stop('SIGKILL'));

const spoilt: [FaultRequest, BrokerageOutcome][] = [
  [{ mode: 'fail_before' }, { kind: 'unknown', error: 'http_503', retryAfterMs: 1_000 }],
  [{ mode: 'fail_after' }, { kind: 'unknown', error: 'http_502' }],
  [{ mode: 'timeout_before' }, { kind: 'unknown', error: 'timeout' }],
  [{ mode: 'timeout_after' }, { kind: 'unknown', error: 'timeout' }],
  [
    { mode: 'timeout_after', delay_ms: 50 },
    { kind: 'unknown', error: 'no_answer' },
  ],
  [{ mode: 'reset_before' }, { kind: 'unknown', error: 'no_answer' }],
  [{ mode: 'reset_after' }, { kind: 'unknown', error: 'no_answer' }],
  [{ mode: 'garbage' }, { kind: 'unknown', error: 'unreadable' }],
  [{ mode: 'empty' }, { kind: 'unknown', error: 'unreadable' }],
  [
    { mode: 'late', delay_ms: 3 * deadlineMs },
    { kind: 'unknown', error: 'timeout' },
  ],
  [{ mode: 'late', delay_ms: 50 }, { kind: 'done' }],
  [{ mode: 'wrong_amount' }, { kind: 'unknown', error: 'mismatch' }],
  [{ mode: 'same_holder' }, { kind: 'done', holder: 'one holder of the sandbox' }],
  [{ mode: 'wrong_reference' }, { kind: 'unknown', error: 'mismatch' }],
  [
    { mode: 'unknown_404', call: 'transfer' },
    { kind: 'unknown', error: 'http_404' },
  ],
  [{ mode: 'away' }, { kind: 'unknown', error: 'http_503', retryAfterMs: 1_000 }],
  [{ mode: 'twice' }, { kind: 'done' }],
  [{ mode: 'refuse' }, { kind: 'refused', reason: 'refused_by_sandbox' }],
  [{ mode: 'pending' }, { kind: 'pending' }],
];

test.each(spoilt)('[F4] only a definite answer is definite: %o yields %o', async (fault, outcome) => {
  await sandbox.arm(fault);
  expect(await brokerage.send(transferOf())).toEqual(outcome);
});

test('[F4] a transfer can be looked up; one unknown to the brokerage may be sent', async () => {
  const transfer = transferOf();
  expect(await brokerage.ask(transfer)).toEqual({ kind: 'never_sent' });
  expect(await brokerage.send(transfer)).toEqual({ kind: 'done' });
  expect(await brokerage.ask(transfer)).toEqual({ kind: 'done' });
});

test('[F4] looking up another amount than was sent is a mismatch, and sending it a conflict', async () => {
  const transfer = transferOf();
  await brokerage.send(transfer);
  const other = { ...transfer, amount: '11' };
  expect(await brokerage.ask(other)).toEqual({ kind: 'unknown', error: 'mismatch' });
  expect(await brokerage.send(other)).toEqual({ kind: 'unknown', error: 'http_409' });
});

test('[F4] an answer left on the connection is never taken for the next one', async () => {
  for (let round = 0; round < 20; round += 1) {
    await sandbox.arm({ mode: 'answer_twice' });
    await brokerage.send(transferOf());
    const refused = transferOf({ amount: '100000.01' });
    const outcome = await brokerage.send(refused);
    expect(outcome.kind === 'done' || outcome.kind === 'pending').toBe(false);
  }
});

test('[F4] a wrong token yields no definite answer', async () => {
  const stranger = connectBrokerage({ url: sandbox.url, token: 'wrong', deadlineMs });
  expect(await stranger.send(transferOf())).toEqual({ kind: 'unknown', error: 'http_401' });
});

async function behind(listener: RequestListener): Promise<{ brokerage: Brokerage; server: Server }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { brokerage: connectBrokerage({ url, token: 'x', deadlineMs }), server };
}

test.each([
  ['insufficient_funds\u0000', 'insufficient_funds'],
  ['half \ud83d of it', 'half   of it'],
  ['\u0000', 'refused'],
  ['x'.repeat(100_000), 'x'.repeat(500)],
])('[F4] a refusal is definite whatever its words, and the words can be stored: %j', async (said, reason) => {
  const { brokerage: strange, server } = await behind((request, response) => {
    request.resume();
    response.end(JSON.stringify({ reference: 'r-1', status: 'refused', reason: said }));
  });
  expect(await strange.ask({ ...transferOf(), reference: 'r-1' })).toEqual({ kind: 'refused', reason });
  server.closeAllConnections();
  server.close();
});

test('[F4] no listener, an endless answer and a redirect are no answers, within the deadline', async () => {
  const endless = await behind((_request, response) => {
    const timer = setInterval(() => response.write(' '.repeat(50_000)), 1);
    response.once('close', () => clearInterval(timer));
  });
  const elsewhere = await behind((_request, response) => response.writeHead(307, { location: sandbox.url }).end());
  const slow = await behind((_request, response) => void response.write('{"reference":'));
  const gone = await behind(() => {});
  gone.server.close();
  const startedMs = Date.now();
  for (const { brokerage: strange } of [endless, elsewhere, slow, gone]) {
    expect((await strange.send(transferOf())).kind).toBe('unknown');
  }
  expect(Date.now() - startedMs).toBeLessThan(10 * deadlineMs);
  for (const { server } of [endless, elsewhere, slow]) server.closeAllConnections();
  for (const { server } of [endless, elsewhere, slow]) server.close();
});
