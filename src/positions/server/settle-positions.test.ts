import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DomainEvents, noSubscribers, type ProfitPaid } from '#ledger/server/domain-events.ts';
import { freezeCustomer } from '#ledger/server/freeze.ts';
import { holdAccounts } from '#ledger/server/hold.ts';
import { usd } from '#money/money.ts';
import { recordAction } from '#operator/server/record-action.ts';
import { requireOne } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { tryOut } from '#testing/server/try-out.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { countDuePositions } from './position-store.ts';
import { settlePositions } from './settle-positions.ts';
import { manyCustomers, openForAll } from './testing/many-customers.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const settle = (events: DomainEvents = noSubscribers, most?: number): Promise<number> =>
  settlePositions(world.db, world.now, events, most);

/** The distinct balances of these customers: a single value if all are the same. */
async function balancesOf(customers: readonly string[]): Promise<bigint[]> {
  const rows = await world.db.query<{ balance: bigint }>(
    'SELECT DISTINCT balance FROM ledger.accounts WHERE owner = ANY ($1) ORDER BY balance',
    [customers],
  );
  return rows.map(({ balance }) => balance);
}

const paidOnce = [usd('11')];
const stillInvested = [usd('0')];

async function due(count: number): Promise<string[]> {
  const customers = await manyCustomers(world, count, '10');
  await openForAll(world, customers, usd('10'));
  return customers;
}

describe('settling', () => {
  test('[S7] pays two thousand positions in one transaction and publishes them all', async () => {
    const customers = await due(2_000);
    world.forward(30);
    const told: ProfitPaid[] = [];
    const events = {
      ...noSubscribers,
      onProfitPaid: async (_tx: unknown, paid: readonly ProfitPaid[]) => void told.push(...paid),
    };
    expect(await settle(events)).toBe(2_000);
    expect(await balancesOf(customers)).toEqual(paidOnce);
    expect(new Set(told.map(({ customerId }) => customerId))).toEqual(new Set(customers));
    expect(told.every(({ profit, amount }) => profit === usd('1') && amount === usd('10'))).toBe(true);
    const { n } = await requireOne<{ n: bigint }>(world.db, `SELECT count(DISTINCT xmin::text) AS n FROM positions`);
    expect(n).toBe(1n);
  });

  test('[S7] continues until nothing is due, and does nothing on a second run', async () => {
    const customers = [...(await due(25)), ...(await due(31)), ...(await due(7))];
    expect([await settle(), await countDuePositions(world.db, world.now)]).toEqual([0, 0]);
    world.forward(30);
    expect(await countDuePositions(world.db, world.now)).toBe(63);
    expect([await settle(noSubscribers, 10), await settle()]).toEqual([63, 0]);
    expect(await balancesOf(customers)).toEqual(paidOnce);
  });

  test('[S7] two concurrent workers pay each position once', async () => {
    const customers = [...(await due(400)), ...(await due(400))];
    world.forward(30);
    const work = async (): Promise<number> => {
      let paid = 0;
      while ((await countDuePositions(world.db, world.now)) > 0) paid += await settle(noSubscribers, 50);
      return paid;
    };
    const [one, other] = await Promise.all([work(), work()]);
    expect(one + other).toBe(800);
    expect(await balancesOf(customers)).toEqual(paidOnce);
  });

  test('[S7] pays the earliest due first and skips a customer locked by another transaction', async () => {
    const [first, second, third] = (await manyCustomers(world, 3, '10')) as [string, string, string];
    for (const customer of [first, second, third]) {
      await openForAll(world, [customer], usd('10'));
      world.forward(1);
    }
    // The first has been due for a day, the second is due this instant, the third not yet.
    world.forward(28);
    const ended = (tx: Parameters<Parameters<typeof tryOut>[1]>[0], most: number): Promise<{ customer_id: string }[]> =>
      tx.query('SELECT customer_id FROM settle_positions($1, $2)', [world.now, most]);
    await tryOut(world.db, async (one) => {
      expect(await ended(one, 1)).toEqual([{ customer_id: first }]);
      await tryOut(world.db, async (other) => expect(await ended(other, 5)).toEqual([{ customer_id: second }]));
    });
    expect([await settle(), await balancesOf([first, second]), await balancesOf([third])]).toEqual([
      2,
      paidOnce,
      stillInvested,
    ]);
  });

  test('[S7] does not wait for a locked customer, who is settled on the next run', async () => {
    const customers = await due(20);
    const [busy, ...others] = customers as [string, ...string[]];
    world.forward(30);
    await transaction(world.db, async (tx) => {
      await holdAccounts(tx, [busy]);
      expect(await settle()).toBe(19);
      expect([await balancesOf(others), await balancesOf([busy])]).toEqual([paidOnce, stillInvested]);
    });
    expect([await settle(), await balancesOf(customers)]).toEqual([1, paidOnce]);
  });

  test('[S7] a customer frozen by an operator is still paid', async () => {
    const customers = await due(2);
    const [customer] = customers as [string];
    await transaction(world.db, async (tx) => {
      await freezeCustomer(tx, customer);
      await recordAction(tx, { operator: 'tests', action: 'customer freeze', details: { customer } });
    });
    world.forward(30);
    expect([await settle(), await balancesOf(customers)]).toEqual([2, paidOnce]);
  });
});

describe('on failure', () => {
  const failing = (fail: () => Promise<void>): DomainEvents => ({ ...noSubscribers, onProfitPaid: fail });

  test('[S7] a throwing subscriber rolls back the payments, and nobody is paid twice afterwards', async () => {
    const customers = await due(30);
    world.forward(30);
    await expect(settle(failing(() => Promise.reject(new Error('no'))))).rejects.toThrow('no');
    expect([await balancesOf(customers), await countDuePositions(world.db, world.now)]).toEqual([stillInvested, 30]);
    expect([await settle(), await balancesOf(customers)]).toEqual([30, paidOnce]);
  });

  test('[S7] what three cannot be paid does not hold up the others', async () => {
    const [wrong, right] = [await due(3), await due(3)];
    world.forward(30);
    const events: DomainEvents = {
      ...noSubscribers,
      onProfitPaid: async (_tx, paid) => {
        if (paid.some(({ customerId }) => wrong.includes(customerId))) throw new Error('no');
      },
    };
    await expect(settle(events)).rejects.toThrow('no');
    expect([await balancesOf(wrong), await balancesOf(right)]).toEqual([stillInvested, paidOnce]);
    expect(await settle()).toBe(3);
  });

  test('[S7] a customer who cannot be paid does not hold up the others, and is named', async () => {
    const customers = await due(40);
    const [, stuck] = customers as [string, string];
    const others = customers.filter((customer) => customer !== stuck);
    world.forward(30);
    const events: DomainEvents = {
      ...noSubscribers,
      onProfitPaid: async (_tx, paid) => {
        if (paid.some(({ customerId }) => customerId === stuck)) throw new Error('no');
      },
    };
    // Smaller batches than there are positions: the one in the way is the oldest of each.
    await expect(settle(events, 16)).rejects.toThrow(`cannot be paid to ${stuck}: no`);
    expect([await balancesOf(others), await countDuePositions(world.db, world.now)]).toEqual([paidOnce, 1]);
    expect([await settle(), await balancesOf(customers)]).toEqual([1, paidOnce]);
  });

  test('[L16] thirty customers who cannot be paid do not hold up the others', async () => {
    const customers = await due(120);
    // Whatever order they are looked for in: some together, some between others.
    const stuck = new Set([...customers.toSorted().slice(0, 20), ...customers.slice(-10)]);
    const others = customers.filter((customer) => !stuck.has(customer));
    world.forward(30);
    const events = failing(() => Promise.resolve());
    events.onProfitPaid = async (_tx, paid) => {
      if (paid.some(({ customerId }) => stuck.has(customerId))) throw new Error('no');
    };
    await expect(settle(events)).rejects.toThrow('no');
    expect([await balancesOf(others), await countDuePositions(world.db, world.now)]).toEqual([paidOnce, stuck.size]);
    expect([await settle(), await balancesOf(customers)]).toEqual([stuck.size, paidOnce]);
  });

  test('[L16] a batch that takes longer than a statement may is paid in smaller ones, and is nobody’s fault', async () => {
    const customers = await due(20);
    world.forward(30);
    const tooLong = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    const events = failing(() => Promise.resolve());
    events.onProfitPaid = async (_tx, paid) => {
      if (paid.length > 3) throw tooLong;
    };
    await settle(events).catch(() => {});
    expect(await balancesOf(customers)).toEqual(paidOnce);
    const more = await due(2);
    world.forward(30);
    await expect(settle(failing(() => Promise.reject(tooLong)))).rejects.toThrow('statement timeout');
    await expect(settle(failing(() => Promise.reject(tooLong)))).rejects.not.toThrow('cannot be paid to');
    expect([await settle(), await balancesOf(more)]).toEqual([2, paidOnce]);
  });

  test('[S7] a failure of everybody is not looked for in each of them', async () => {
    const customers = await due(200);
    world.forward(30);
    let tries = 0;
    const failed = settle(
      failing(async () => {
        tries += 1;
        throw new Error('no');
      }),
    );
    await expect(failed).rejects.toThrow('no');
    expect(tries).toBeLessThan(40);
    expect([await settle(), await balancesOf(customers)]).toEqual([200, paidOnce]);
  });

  test('[S7] a worker whose connection is cut while paying starts over and pays once', async () => {
    const customers = await due(30);
    world.forward(30);
    let cuts = 0;
    const events: DomainEvents = {
      ...noSubscribers,
      onProfitPaid: async (tx) => {
        if (cuts++ > 0) return;
        const { pid } = await requireOne<{ pid: number }>(tx, 'SELECT pg_backend_pid() AS pid');
        await world.db.query('SELECT pg_terminate_backend($1)', [pid]);
      },
    };
    expect([await settle(events), cuts]).toEqual([30, 2]);
    expect([await settle(), await balancesOf(customers)]).toEqual([0, paidOnce]);
  });

  test('[S7] many positions of one customer each get a journal, and add up', async () => {
    const [ana] = (await manyCustomers(world, 1, '100')) as [string];
    for (let n = 0; n < 10; n += 1) await openForAll(world, [ana], usd('10'));
    world.forward(30);
    expect([await settle(noSubscribers, 3), await balancesOf([ana])]).toEqual([10, [usd('110')]]);
  });
});
