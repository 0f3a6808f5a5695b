import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FaultMode, type FaultRequest } from '../contract.ts';
import { type RunningSandbox, startSandbox } from './testing/start-sandbox.ts';
import { transferOf } from './testing/transfer-of.ts';

let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox(await mkdtemp(join(tmpdir(), 'h2-')));
});
afterEach(() => sandbox.heal());
afterAll(() => sandbox.stop());

async function lookUp(reference: string): Promise<{ status: number; answer: Record<string, unknown> }> {
  const answer = await sandbox.call('GET', `/v1/transfers/${reference}`);
  return { status: answer.status, answer: (await answer.json()) as Record<string, unknown> };
}

/** What the sender learns, and what the book then contains. */
const spoiltSending: [FaultRequest, { learns: number | 'nothing'; book: 'done' | 'refused' | 'unknown' }][] = [
  [{ mode: 'fail_before' }, { learns: 503, book: 'unknown' }],
  [{ mode: 'fail_after' }, { learns: 502, book: 'done' }],
  [
    { mode: 'timeout_before', delay_ms: 100 },
    { learns: 'nothing', book: 'unknown' },
  ],
  [
    { mode: 'timeout_after', delay_ms: 100 },
    { learns: 'nothing', book: 'done' },
  ],
  [{ mode: 'reset_before' }, { learns: 'nothing', book: 'unknown' }],
  [{ mode: 'reset_after' }, { learns: 'nothing', book: 'done' }],
  [{ mode: 'refuse' }, { learns: 201, book: 'refused' }],
  [
    { mode: 'late', delay_ms: 100 },
    { learns: 201, book: 'done' },
  ],
  [{ mode: 'twice' }, { learns: 200, book: 'done' }],
  [{ mode: 'answer_twice' }, { learns: 201, book: 'done' }],
  [{ mode: 'garbage' }, { learns: 200, book: 'done' }],
  [{ mode: 'empty' }, { learns: 200, book: 'done' }],
  [{ mode: 'wrong_amount' }, { learns: 201, book: 'done' }],
  [{ mode: 'same_holder' }, { learns: 201, book: 'done' }],
  [{ mode: 'wrong_reference' }, { learns: 201, book: 'done' }],
  [
    { mode: 'unknown_404', call: 'transfer' },
    { learns: 404, book: 'unknown' },
  ],
  [{ mode: 'away' }, { learns: 503, book: 'unknown' }],
];

test.each(spoiltSending)('[F5] %o spoils one sending and not the next', async (fault, { learns, book }) => {
  await sandbox.arm(fault);
  const transfer = transferOf();
  const result = await sandbox.send(transfer).then(
    (answer) => answer.status,
    () => 'nothing',
  );
  expect(result).toBe(learns);
  const found = await lookUp(transfer.reference);
  expect(found.status === 404 ? 'unknown' : found.answer['status']).toBe(book);

  const again = await sandbox.send(transfer);
  expect(again.status).toBe(book === 'unknown' ? 201 : 200);
  const booked = (await sandbox.book()).filter(({ reference }) => reference === transfer.reference);
  expect(booked).toHaveLength(1);
});

async function textAfter(mode: FaultMode): Promise<{ text: string; reference: string }> {
  await sandbox.arm({ mode });
  const transfer = transferOf();
  const answer = await sandbox.send(transfer);
  return { text: await answer.text(), reference: transfer.reference };
}

test('[F5] garbage is a truncated answer that cannot be parsed, empty an empty one', async () => {
  const { text } = await textAfter('garbage');
  expect(text).toMatch(/^\{"reference"/);
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect((await textAfter('empty')).text).toBe('');
});

test('[F5] a wrong answer states a cent more, or another transfer', async () => {
  expect(JSON.parse((await textAfter('wrong_amount')).text)).toMatchObject({ amount: '10.01', status: 'done' });
  const { holder } = JSON.parse((await textAfter('same_holder')).text) as { holder: string };
  expect(JSON.parse((await textAfter('same_holder')).text)).toMatchObject({ holder, status: 'done' });
  expect(holder).toEqual(expect.any(String));
  const { text, reference } = await textAfter('wrong_reference');
  expect(JSON.parse(text)).toMatchObject({ reference: `${reference}-other`, status: 'done' });
});

test('[F5] pending is answered until its time comes, then the money is taken', async () => {
  await sandbox.arm({ mode: 'pending', delay_ms: 400 });
  const transfer = transferOf();
  expect(await (await sandbox.send(transfer)).json()).toMatchObject({ status: 'pending' });
  expect((await lookUp(transfer.reference)).answer['status']).toBe('pending');
  await expect.poll(async () => (await lookUp(transfer.reference)).answer['status']).toBe('done');
  const account = await sandbox.call('GET', `/v1/accounts/${transfer.account}`);
  expect(await account.json()).toMatchObject({ balances: { USD: '99990.00' } });
});

test('[F5] an answer sent twice leaves its copy on the connection, in place of the next one', async () => {
  const { connect } = await import('node:net');
  await sandbox.arm({ mode: 'answer_twice', call: 'rates' });
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes) => (heard += bytes.toString()));
  socket.write('GET /json/last/USD-BRL HTTP/1.1\r\nhost: sandbox\r\n\r\n');
  await expect.poll(() => heard.match(/HTTP\/1\.1 200 OK/g)?.length).toBe(2);
  socket.destroy();
});

test('[F5] a lookup can be spoilt alone: a completed reference is reported as unknown', async () => {
  const transfer = transferOf();
  await sandbox.arm({ mode: 'unknown_404' });
  expect((await sandbox.send(transfer)).status).toBe(201);
  expect((await lookUp(transfer.reference)).status).toBe(404);
  expect((await lookUp(transfer.reference)).answer['status']).toBe('done');
});

test('[F5] away fails every brokerage call for a number of calls or a time, but not the rate', async () => {
  await sandbox.arm({ mode: 'away', times: 3 });
  const statuses: number[] = [];
  for (const path of ['/v1/accounts/x', '/v1/transfers/x', '/json/last/USD-BRL', '/v1/accounts/x', '/v1/accounts/x']) {
    statuses.push((await sandbox.call('GET', path)).status);
  }
  expect(statuses).toEqual([503, 503, 200, 503, 200]);

  await sandbox.arm({ mode: 'away', times: 1000, for_ms: 200 });
  expect((await sandbox.call('GET', '/v1/accounts/x')).status).toBe(503);
  await expect.poll(async () => (await sandbox.call('GET', '/v1/accounts/x')).status).toBe(200);
});

test('[F5] the rate alone can be away', async () => {
  await sandbox.arm({ mode: 'rates_away' });
  expect((await sandbox.call('GET', '/v1/accounts/x')).status).toBe(200);
  expect((await sandbox.call('GET', '/json/last/USD-BRL')).status).toBe(503);
  expect((await sandbox.call('GET', '/json/last/USD-BRL')).status).toBe(200);
});

test('[F5] armed faults are listed with their remaining calls, and can be cleared', async () => {
  await sandbox.arm({ mode: 'fail_before', times: 2 });
  await sandbox.send(transferOf());
  const shown = (await (await sandbox.call('GET', '/sandbox/faults')).json()) as { faults: object[] };
  expect(shown.faults).toMatchObject([{ mode: 'fail_before', times: 1 }]);
  await sandbox.heal();
  expect((await sandbox.send(transferOf())).status).toBe(201);
});

test.each([
  { mode: 'explode' },
  { mode: 'refuse', call: 'lookup' },
  { mode: 'away', times: 0 },
  { mode: 'late', delay: 1 },
])('[F5] rejects a fault that does not exist: %o', async (body) => {
  expect((await sandbox.call('POST', '/sandbox/faults', { body })).status).toBe(422);
});
