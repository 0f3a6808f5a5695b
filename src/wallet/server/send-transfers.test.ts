import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import type { Tx } from '#database/server/database.ts';
import { tryOut } from '#testing/server/try-out.ts';
import type { BrokerageRequest } from '../brokerage-contract.ts';
import { createHolderMark } from './holder-mark.ts';
import { advanceTransfer } from './advance-transfer.ts';
import type { BrokerageOutcome } from './brokerage-client.ts';
import type { TransferWorker } from './send-transfers.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import { claimTransfers, endTransfer, markSending, recordAnswer } from './transfer-queue.ts';

let world: WalletWorld;

beforeAll(async () => {
  world = await openWalletWorld();
});
afterEach(async () => {
  await world.sandbox.heal();
  expect(await world.audit()).toEqual([]);
});
afterAll(() => world.close());

async function usdAtBroker(who: TestInvestor): Promise<string> {
  const account = await world.sandbox.call('GET', `/v1/accounts/${who.id}`);
  return ((await account.json()) as { balances: { USD: string } }).balances.USD;
}

describe('one worker', () => {
  let worker: TransferWorker;
  beforeAll(() => void (worker = world.startWorker()));
  afterAll(() => worker.stop());

  test('[F4] a deposit reaches the balance automatically and leaves the account at the broker', async () => {
    const ana = await world.investor();
    const { Id } = await world.deposit(ana, { amount: 250.75 });
    expect(await world.untilEnded(ana, Id)).toMatchObject({ Status: 'complete', Notes: '', Amount: 250.75 });
    expect(await ana.balance()).toBe(250.75);
    expect(await usdAtBroker(ana)).toBe('99749.25');
  });

  test('[F4] a definite refusal cancels the deposit, says why, and credits nothing', async () => {
    const ana = await world.investor();
    await world.sandbox.arm({ mode: 'refuse' });
    const refused = await world.untilEnded(ana, (await world.deposit(ana)).Id);
    expect(refused).toMatchObject({ Status: 'canceled', Notes: 'A corretora recusou esta transferência.' });
    const short = await world.untilEnded(ana, (await world.deposit(ana, { amount: 100_000.01 })).Id);
    expect(short).toMatchObject({ Status: 'canceled', Notes: 'Sua conta na corretora não tem saldo suficiente.' });
    expect(await ana.balance()).toBe(0);
    expect(await usdAtBroker(ana)).toBe('100000.00');
  });

  test('[F4] while the outcome is unknown, the customer reads that it is being looked up', async () => {
    const ana = await world.investor();
    await world.sandbox.arm({ mode: 'away', times: 1000 });
    const { Id } = await world.deposit(ana);
    await expect.poll(async () => (await world.transfers(ana))[0]?.Notes).toMatch(/Continuamos consultando/);
    await world.sandbox.heal();
    expect((await world.untilEnded(ana, Id)).Status).toBe('complete');
  });
});

test('[F4] an unavailable brokerage is tried with one transfer a second, and completes them all on its return', async () => {
  const ana = await world.investor();
  const count = 40;
  let tries = 0;
  let isAway = true;
  const reach = async (answer: () => Promise<BrokerageOutcome>): Promise<BrokerageOutcome> => {
    tries += 1;
    return isAway ? { kind: 'unknown', error: 'no_answer' } : answer();
  };
  const worker = world.startWorker({
    send: (request) => reach(() => world.brokerage.send(request)),
    ask: (request) => reach(() => world.brokerage.ask(request)),
  });
  const made = await Promise.all(Array.from({ length: count }, () => world.deposit(ana, { amount: 10 })));
  await expect.poll(() => tries).toBeGreaterThanOrEqual(16);
  await pause(500);
  const [before, began] = [tries, performance.now()];
  await expect.poll(() => tries - before).toBeGreaterThanOrEqual(2);
  expect(tries - before).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / 1_000));
  isAway = false;
  for (const { Id } of made) expect((await world.untilEnded(ana, Id)).Status).toBe('complete');
  expect(await ana.balance()).toBe(count * 10);
  await worker.stop();
}, 60_000);

describe('late and concurrent workers', () => {
  test('[F4] a sent but unanswered transfer is looked up, and not resent while the brokerage knows it', async () => {
    const ana = await world.investor();
    const { id } = await writeDown(ana);
    let sent = 0;
    const send = (request: BrokerageRequest) => {
      sent += 1;
      return world.brokerage.send(request);
    };
    await world.sandbox.arm({ mode: 'reset_after' });
    for (let round = 0; round < 3; round += 1) {
      const claimed = await claimOnly(id, 60_000).catch(() => null);
      if (claimed) await advanceTransfer({ ...context(), brokerage: { ...world.brokerage, send } }, claimed);
    }
    expect(await ana.balance()).toBe(100);
    expect(sent).toBe(1);
  });

  test('[F4] takes the longest waiting first and skips one that another worker is taking', async () => {
    const ana = await world.investor();
    const ids = [(await writeDown(ana)).id, (await writeDown(ana)).id];
    for (const [at, id] of ids.entries()) {
      await world.db.query(`UPDATE broker_transfers SET due_at = now() - $2 * interval '1 minute' WHERE id = $1`, [
        id,
        2 - at,
      ]);
    }
    const taken = async (tx: Tx, most: number): Promise<string[]> =>
      (await claimTransfers(tx, most, 1000)).map(({ id }) => id).filter((id) => ids.includes(id));
    await tryOut(world.db, async (one) => {
      expect(await taken(one, 1)).toEqual([ids[0]]);
      await tryOut(world.db, async (other) => expect(await taken(other, 5)).toEqual([ids[1]]));
      // It is leased now: nobody takes it again until the lease ends.
      expect(await taken(one, 5)).toEqual([ids[1]]);
    });
    for (const id of ids) await advanceTransfer(context(), await claimOnly(id, 60_000));
  });

  test('[F4] a worker whose lease has expired writes nothing and sends nothing', async () => {
    const ana = await world.investor();
    const { id } = await writeDown(ana);
    const sleeper = await claimOnly(id, 0);
    const next = await claimOnly(id, 60_000);
    expect(await markSending(world.db, sleeper)).toBe(false);
    const answer = { state: 'refused', reason: 'x', lastError: null, retryMs: null } as const;
    expect(await markSending(world.db, next)).toBe(true);
    expect(await recordAnswer(world.db, sleeper, answer)).toBe(false);
    await advanceTransfer(context(), { ...next, state: 'sending' });
    expect(await ana.balance()).toBe(100);
  });

  test('[F4] twenty workers with the same answer credit once', async () => {
    const ana = await world.investor();
    const { id } = await writeDown(ana);
    const claimed = await claimOnly(id, 60_000);
    await world.sandbox.arm({ mode: 'late', delay_ms: 200 });
    await Promise.all(Array.from({ length: 20 }, () => advanceTransfer(context(), claimed)));
    expect(await ana.balance()).toBe(100);
    expect(await usdAtBroker(ana)).toBe('99900.00');
  });

  test('[F4] stores the holder named by the brokerage as a keyed mark, and a failure to do so never holds up a transfer', async () => {
    const ana = await world.investor();
    const send = async (request: BrokerageRequest) => ({
      ...(await world.brokerage.send(request)),
      holder: '111.444.777-35',
    });
    const named = { ...context(), brokerage: { ...world.brokerage, send } };
    const marks = (): Promise<{ mark: string }[]> =>
      world.db.query(`SELECT mark FROM customer_origins WHERE customer_id = $1 AND kind = 'holder'`, [ana.id]);
    const fails = () => {
      throw new Error('no secret');
    };
    await advanceTransfer({ ...named, markHolder: fails }, await claimOnly((await writeDown(ana)).id, 60_000));
    expect([await ana.balance(), await marks()]).toEqual([100, []]);
    const markHolder = createHolderMark(() => 'one'.repeat(20));
    const another = createHolderMark(() => 'another'.repeat(20));
    await advanceTransfer({ ...named, markHolder }, await claimOnly((await writeDown(ana)).id, 60_000));
    expect([await ana.balance(), await marks()]).toEqual([200, [{ mark: markHolder('111.444.777-35') }]]);
    expect(markHolder('111.444.777-35')).toMatch(/^[0-9a-f]{64}$/);
    expect(another('111.444.777-35')).not.toBe(markHolder('111.444.777-35'));
  });

  test('[F4] an ended transfer never changes again', async () => {
    const { rows } = await world.db.pool.query(
      `SELECT id, customer_id AS "customerId" FROM broker_transfers WHERE state = 'settled' LIMIT 1`,
    );
    const change = `UPDATE broker_transfers SET state = 'done', ended_at = NULL, due_at = now() WHERE id = '${rows[0].id}'`;
    await expect(world.db.pool.query(change)).rejects.toThrow('never changes');
    await expect(world.db.pool.query('DELETE FROM broker_transfers')).rejects.toThrow();
    const tx = world.db as never;
    expect(await endTransfer(tx, rows[0], 'done')).toBeNull();
  });

  test('[F4] two workers share two hundred deposits and credit each once, whatever the brokerage does', async () => {
    const investors = await Promise.all(Array.from({ length: 10 }, () => world.investor()));
    for (const mode of [
      'fail_after',
      'reset_after',
      'timeout_after',
      'garbage',
      'fail_before',
      'answer_twice',
    ] as const) {
      await world.sandbox.arm({ mode, times: 10 });
    }
    world.startWorker();
    world.startWorker();
    const deposits = await Promise.all(
      investors.flatMap((who) => Array.from({ length: 20 }, async () => ({ who, id: (await world.deposit(who)).Id }))),
    );
    await vi.waitFor(async () => expect(await countOpen()).toBe(0), { timeout: 60_000, interval: 200 });
    for (const { who, id } of deposits.slice(0, 10)) expect((await world.untilEnded(who, id)).Status).toBe('complete');
    for (const who of investors) {
      expect(await who.balance()).toBe(2000);
      expect(await usdAtBroker(who)).toBe('98000.00');
    }
  }, 90_000);
});

async function countOpen(): Promise<number> {
  return (await world.db.query(`SELECT id FROM broker_transfers WHERE due_at < now() + interval '1 hour'`)).length;
}

function context() {
  return { db: world.db, brokerage: world.brokerage, log: world.http.app.log };
}

/** A deposit that the running workers do not see: it is not due until the test takes it. */
async function writeDown(who: TestInvestor): Promise<{ id: string }> {
  const id = crypto.randomUUID();
  await world.db.query(
    `INSERT INTO broker_transfers (id, customer_id, direction, amount, currency, rate, fee, net, state, created_at, due_at)
     VALUES ($1, $2, 'deposit', 100000000, 'usdt', 1000000, 0, 100000000, 'created', now(), now() + interval '1 day')`,
    [id, who.id],
  );
  return { id };
}

async function claimOnly(id: string, leaseMs: number) {
  await world.db.query(
    `UPDATE broker_transfers SET due_at = now() - interval '1 year' WHERE id = $1 AND due_at IS NOT NULL`,
    [id],
  );
  const [claimed] = await claimTransfers(world.db, 1, leaseMs);
  if (claimed?.id !== id) throw new Error(`transfer ${id} could not be taken`);
  return claimed;
}
