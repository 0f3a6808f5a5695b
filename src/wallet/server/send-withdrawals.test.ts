import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import { readBalance, sumAccounts } from '#ledger/server/account-store.ts';
import { toJsonNumber } from '#money/money.ts';
import { advanceTransfer, lastRetryMs } from './advance-transfer.ts';
import { type Brokerage, connectBrokerage } from './brokerage-client.ts';
import type { TransferWorker } from './send-transfers.ts';
import { takeOver } from './testing/kill-worker.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import { claimTransfers } from './transfer-queue.ts';

let world: WalletWorld;

beforeAll(async () => {
  world = await openWalletWorld();
});
afterEach(async () => {
  await world.sandbox.heal();
  expect(await world.audit()).toEqual([]);
});
afterAll(() => world.close());

/** The customer's balances at the brokerage, where every account starts with 100,000 USD. */
async function atBroker(who: TestInvestor): Promise<Record<'USD' | 'BRL' | 'USDT', string>> {
  const account = await world.sandbox.call('GET', `/v1/accounts/${who.id}`);
  return ((await account.json()) as { balances: Record<'USD' | 'BRL' | 'USDT', string> }).balances;
}

async function holdings(who: TestInvestor): Promise<{ balance: number; held: number }> {
  return { balance: await who.balance(), held: toJsonNumber(await readBalance(world.db, who.id, 'held')) };
}

async function houseOf(kind: 'fees' | 'brokerage'): Promise<number> {
  const found = (await sumAccounts(world.db)).find((account) => account.kind === kind);
  return found ? toJsonNumber(found.balance) : 0;
}

describe('one worker', () => {
  let worker: TransferWorker;
  beforeAll(() => void (worker = world.startWorker()));
  afterAll(() => worker.stop());

  test('[F4] a USDT withdrawal reaches the brokerage automatically, less two per cent that the house keeps', async () => {
    const ana = await world.saver('500.00');
    const fees = await houseOf('fees');
    const { Id } = await world.withdraw(ana, { amount: 150 });
    expect(await world.untilEnded(ana, Id)).toMatchObject({ Status: 'complete', Notes: '', Amount: 150, Fee: 3 });
    expect(await holdings(ana)).toEqual({ balance: 350, held: 0 });
    expect((await atBroker(ana)).USDT).toBe('147.00');
    expect(await houseOf('fees')).toBe(fees + 3);
  });

  test('[F2] a withdrawal in reais reaches the brokerage as reais, at the agreed rate', async () => {
    await vi.waitFor(async () => {
      const rates = await ana.get('/api/rates');
      expect(rates.json().Usdbrl.Low).toBeGreaterThan(0);
    });
    const fees = await houseOf('fees');
    const { Id, Net } = await world.withdraw(ana, { amount: 100.01, currency: 'brl' });
    expect((await world.untilEnded(ana, Id)).Net).toBe(Net);
    expect((await atBroker(ana)).BRL).toBe(Net.toFixed(2));
    expect([await houseOf('fees'), await ana.balance()]).toEqual([fees, 399.99]);
  });
  let ana: TestInvestor;
  beforeAll(async () => void (ana = await world.saver('500.00')));

  test('[F4] a definite refusal returns the whole amount, once, and says so', async () => {
    const bia = await world.saver('100.00');
    await world.sandbox.arm({ mode: 'refuse' });
    expect(await world.untilEnded(bia, (await world.withdraw(bia)).Id)).toMatchObject({
      Status: 'canceled',
      Notes: 'A corretora recusou este saque. O valor voltou ao seu saldo.',
    });
    expect(await holdings(bia)).toEqual({ balance: 100, held: 0 });
    expect((await atBroker(bia)).USDT).toBe('0.00');
  });

  test('[F4] while the outcome is unknown, the money stays held and the customer reads that it is being looked up', async () => {
    const bia = await world.saver('100.00');
    await world.sandbox.arm({ mode: 'away', times: 1000, for_ms: 1500 });
    const { Id } = await world.withdraw(bia);
    await expect.poll(async () => (await world.transfers(bia))[0]?.Notes).toMatch(/Continuamos consultando/);
    expect(await holdings(bia)).toEqual({ balance: 0, held: 100 });
    expect((await world.untilEnded(bia, Id)).Status).toBe('complete');
  });
});

describe('without a running worker', () => {
  test('[F4] a brokerage away for an hour is queried with back-off, nothing is returned, and one effect results', async () => {
    const bia = await world.saver('100.00');
    const { Id } = await world.withdraw(bia);
    await world.sandbox.arm({ mode: 'reset_after' });
    await world.sandbox.arm({ mode: 'away', times: 1_000_000 });
    let awayMs = 0;
    let asked = 0;
    while (awayMs < 3_600_000) {
      const waitMs = await workOnce(Id);
      expect(waitMs).toBeLessThanOrEqual(lastRetryMs);
      awayMs += waitMs;
      asked += 1;
      expect(await holdings(bia)).toEqual({ balance: 0, held: 100 });
    }
    expect(asked).toBeGreaterThan(12);
    expect(asked).toBeLessThan(90);
    await world.sandbox.heal();
    await workOnce(Id);
    expect((await world.untilEnded(bia, Id)).Status).toBe('complete');
    expect((await atBroker(bia)).USDT).toBe('98.00');
  }, 60_000);

  test('[F4] twenty workers with the same refusal return the money once', async () => {
    const bia = await world.saver('100.00');
    const { Id } = await world.withdraw(bia);
    const [claimed] = await claimTransfers(world.db, 1, 60_000);
    if (claimed?.id !== Id) throw new Error('another transfer was due');
    const refusing: Brokerage = {
      send: async () => ({ kind: 'refused', reason: 'closed' }),
      ask: async () => ({ kind: 'refused', reason: 'closed' }),
    };
    const context = { db: world.db, brokerage: refusing, log: world.http.app.log };
    await Promise.all(Array.from({ length: 20 }, () => advanceTransfer(context, claimed)));
    expect(await holdings(bia)).toEqual({ balance: 100, held: 0 });
  });

  test.each(['\u0000', 'closed\u0000', '\ud800', 'x'.repeat(200_000)])(
    '[F4] a refusal returns the money whatever the brokerage’s words contain: %j',
    async (reason) => {
      const bia = await world.saver('100.00');
      const { Id: reference } = await world.withdraw(bia);
      const server = createServer((request, response) => {
        request.resume();
        response.statusCode = request.method === 'POST' ? 200 : 404;
        response.end(JSON.stringify({ reference, status: 'refused', reason }));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const brokerage = connectBrokerage({ url: `http://127.0.0.1:${port}`, token: 'x' });
      const [claimed] = await claimTransfers(world.db, 1, 60_000);
      if (claimed?.id !== reference) throw new Error('another transfer was due');
      await advanceTransfer({ db: world.db, brokerage, log: world.http.app.log }, claimed);
      server.closeAllConnections();
      server.close();
      expect(await holdings(bia)).toEqual({ balance: 100, held: 0 });
    },
  );

  test('[F6] a withdrawal awaiting approval is never sent, however many workers look for it', async () => {
    const bia = await world.saver('9000.00');
    const { Id } = await world.withdraw(bia, { amount: 6000 });
    await takeOver(world);
    expect(await claimTransfers(world.db, 100, 60_000)).toEqual([]);
    expect((await world.sandbox.book()).filter(({ reference }) => reference === Id)).toEqual([]);
    expect(await holdings(bia)).toEqual({ balance: 3000, held: 6000 });
    const skipping = `UPDATE broker_transfers SET state = 'held', due_at = now() WHERE id = '${Id}'`;
    await expect(world.db.query(skipping)).rejects.toThrow('nothing_is_sent_without_its_approval');
  });

  test('[F4] concurrent deposits and withdrawals of one customer each count once, whatever the brokerage does', async () => {
    const bia = await world.saver('1000.00');
    for (const mode of ['fail_after', 'reset_after', 'garbage', 'fail_before', 'refuse'] as const) {
      await world.sandbox.arm({ mode, times: 6 });
    }
    const workers = [world.startWorker(), world.startWorker()];
    const asked = await Promise.all(
      Array.from({ length: 60 }, (_, at) => (at % 2 ? world.withdraw(bia, { amount: 10 }) : world.deposit(bia))),
    );
    await vi.waitFor(
      async () => expect((await world.transfers(bia)).every(({ Status }) => Status !== 'in_progress')).toBe(true),
      { timeout: 60_000, interval: 200 },
    );
    await Promise.all(workers.map((worker) => worker.stop()));
    const ended = (await world.transfers(bia)).filter(({ Status }) => Status === 'complete');
    const came = ended.filter(({ Amount }) => Amount === 100).length;
    const went = ended.length - came;
    expect(asked.length - ended.length).toBe(6);
    expect(await holdings(bia)).toEqual({ balance: 1000 + came * 100 - went * 10, held: 0 });
    expect(await atBroker(bia)).toMatchObject({
      USD: (100_000 - came * 100).toFixed(2),
      USDT: (went * 9.8).toFixed(2),
    });
  }, 90_000);
});

/** Works on the transfer once, as soon as it is due; returns how long the worker would then wait. */
async function workOnce(id: string): Promise<number> {
  // As if the wait were over: both the next attempt and the request are that much older.
  await world.db.query(
    `UPDATE broker_transfers SET queued_at = queued_at - greatest(due_at - now(), interval '0'), due_at = now()
     WHERE id = $1 AND due_at IS NOT NULL`,
    [id],
  );
  for (const transfer of await claimTransfers(world.db, 1, 60_000)) {
    await advanceTransfer({ db: world.db, brokerage: world.brokerage, log: world.http.app.log }, transfer);
  }
  const [row] = await world.db.query<{ wait_ms: number | null }>(
    'SELECT (extract(epoch FROM due_at - now()) * 1000)::double precision AS wait_ms FROM broker_transfers WHERE id = $1',
    [id],
  );
  return row?.wait_ms ?? 0;
}
