import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FaultRequest } from '#sandbox/contract.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import { brokerageBalances } from './brokerage-balances.ts';

const path = '/api/deposit/brokerage';
const opening = { Balances: { Usd: 100_000, Brl: 0, Usdt: 0 } };
const deadlineMs = 300;

let world: WalletWorld;

beforeAll(async () => void (world = await openWalletWorld()));
afterEach(() => world.sandbox.heal());
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const read = async (who: TestInvestor): Promise<unknown> => (await who.get(path)).json<unknown>();

test('[G2] a customer reads only their own balances at the brokerage', async () => {
  const [ana, bia] = [await world.investor(), await world.saver('100')];
  const worker = world.startWorker();
  const withdrawal = await world.withdraw(bia, { amount: 50, currency: 'usdt' });
  await world.untilEnded(bia, withdrawal.Id);
  await worker.stop();
  expect(await read(ana)).toEqual(opening);
  expect(await read(bia)).toEqual({ Balances: { Usd: 100_000, Brl: 0, Usdt: 49 } });
  // The session determines the account; anything else sent is ignored.
  expect((await ana.get(`${path}?account=${bia.id}&user=${bia.id}`)).json()).toEqual(opening);
});

test('[G2] answers 401 without a session', async () => {
  for (const token of ['', 'x'.repeat(43)]) {
    const answer = await world.ask({ method: 'GET', url: path, headers: { authorization: token } });
    expect(answer.statusCode).toBe(401);
  }
});

test.each<FaultRequest>([
  { mode: 'away' },
  { mode: 'garbage', call: 'brokerage' },
  { mode: 'empty', call: 'brokerage' },
  { mode: 'reset_before', call: 'brokerage' },
])(
  '[G2] reports unknown balances when the brokerage does not answer, and still accepts the deposit: %o',
  async (fault) => {
    const ana = await world.investor();
    await world.sandbox.arm({ ...fault, times: 1 });
    expect(await read(ana)).toEqual({ Balances: null });
    expect((await world.deposit(ana, { amount: 10, currency: 'usdt' })).Status).toBe('in_progress');
  },
);

test('[G2] gives up on a brokerage that holds the connection, and meanwhile delays no other request', async () => {
  const customers = await Promise.all(Array.from({ length: 12 }, () => world.investor()));
  await world.sandbox.arm({ mode: 'timeout_before', call: 'brokerage', times: 12, delay_ms: 20_000 });
  const startedMs = performance.now();
  const held = Promise.all(customers.map(read));
  const reader = await world.investor();
  expect((await reader.get('/api/stakes')).statusCode).toBe(200);
  expect(performance.now() - startedMs).toBeLessThan(15_000);
  expect(await held).toEqual(customers.map(() => ({ Balances: null })));
});

async function behind(listener: RequestListener): Promise<{ url: string; close: () => void }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const account = (name: string, USD = '5.25'): string =>
  JSON.stringify({ account: name, balances: { USD, BRL: '0', USDT: '0' } });

test('[G2] queries the brokerage at most once in ten seconds per customer', async () => {
  let [asked, now] = [0, 0];
  const { url, close } = await behind((_request, response) => {
    asked += 1;
    response.end(account('ana'));
  });
  const balances = brokerageBalances({ url, token: 'x', deadlineMs, nowMs: () => now });
  expect(await Promise.all(Array.from({ length: 200 }, () => balances('ana')))).toEqual(
    Array.from({ length: 200 }, () => ({ Usd: 5.25, Brl: 0, Usdt: 0 })),
  );
  now = 9_999;
  await balances('ana');
  expect(asked).toBe(1);
  now = 10_001;
  await balances('ana');
  expect(asked).toBe(2);
  close();
});

test('[G2] balances are unknown beyond the limit of concurrent queries', async () => {
  let asked = 0;
  const waiting: (() => void)[] = [];
  const { url, close } = await behind((request, response) => {
    asked += 1;
    waiting.push(() => response.end(account(request.url?.split('/').at(-1) ?? '')));
  });
  const balances = brokerageBalances({ url, token: 'x', deadlineMs: 5_000, atOnce: 2 });
  const first = [balances('ana'), balances('bia')];
  expect(await balances('caio')).toBeNull();
  await expect.poll(() => waiting.length).toBe(2);
  for (const answer of waiting) answer();
  expect(await Promise.all(first)).toEqual([expect.objectContaining({ Usd: 5.25 }), expect.anything()]);
  expect(asked).toBe(2);
  close();
});

test.each([
  ['speaks of another account', account('bia')],
  ['is below zero', account('ana', '-1')],
  ['is no amount', account('ana', '1e9')],
  ['has more decimals than money has', account('ana', '0.0000001')],
])('[G2] treats an answer that %s as none', async (_, answer) => {
  const { url, close } = await behind((_request, response) => response.end(answer));
  expect(await brokerageBalances({ url, token: 'x', deadlineMs })('ana')).toBeNull();
  close();
});

test('[G2] a refusing, unreachable or unconfigured brokerage yields none', async () => {
  const refusing = await behind((_request, response) => response.writeHead(404).end(account('ana')));
  expect(await brokerageBalances({ url: refusing.url, token: 'x', deadlineMs })('ana')).toBeNull();
  refusing.close();
  expect(await brokerageBalances({ url: refusing.url, token: 'x', deadlineMs })('bia')).toBeNull();
  expect(await brokerageBalances({ url: '', token: '' })('ana')).toBeNull();
});
