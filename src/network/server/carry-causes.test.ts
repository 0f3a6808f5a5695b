import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { cloneDatabase } from '#testing/server/clone-database.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { readTreasury } from '#ledger/server/account-store.ts';
import { drawReferralCode } from '#auth/server/referral-code.ts';
import { post } from '#ledger/server/post.ts';
import { madeUp } from '#ledger/server/testing/test-kinds.ts';
import { type Micros, micros, usd } from '#money/money.ts';
import { fundTreasury } from '#operator/server/fund-treasury.ts';
import type { Database, Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import { manyCustomers } from '#positions/server/testing/many-customers.ts';
import { carryAwards } from './carry-awards.ts';
import { carryCauses } from './carry-causes.ts';
import { payOwedAwards } from './pay-owed-awards.ts';
import { lineage } from './testing/lineage.ts';
import { carry, report, stake } from './testing/report.ts';

let world: World;

beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

/** Moves a customer's own money in or out, as the wallet does. */
async function move(tx: Tx, who: TestInvestor, amount: string): Promise<void> {
  const isComing = !amount.startsWith('-');
  const change = usd(amount.replace('-', ''));
  const entry = isComing
    ? ({ from: 'funding', to: 'balance', amount: change } as const)
    : ({ from: 'balance', to: 'funding', amount: change } as const);
  moves += 1;
  const kind = madeUp('test');
  await post(tx, { key: `test:move:${moves}`, kind, owner: who.id, reference: null, entries: [entry] }, world.now);
  await subscribers.onCapitalMoved(tx, { customerId: who.id, change: isComing ? change : micros(-change) });
}
let moves = 0;

const moved = (who: TestInvestor, amount: string): Promise<void> =>
  transaction(world.db, (tx) => move(tx, who, amount));

interface Family {
  line: TestInvestor[];
  /** The balance of each of them afterwards. */
  after: number[];
}

/** Families of four, each below the other, who invest, cancel early and are paid while no causes are carried. */
async function live(howMany: number): Promise<Family[]> {
  const families: TestInvestor[][] = [];
  for (let n = 0; n < howMany; n += 1) families.push(await lineage(world, ['Top', 'Ana', 'Bia', 'Caio']));
  for (const [, ana, bia, caio] of families as [TestInvestor, TestInvestor, TestInvestor, TestInvestor][]) {
    for (const who of [ana, bia, caio]) await moved(who, '500');
    await stake(ana, 100);
    const left = await stake(bia, 90);
    await stake(caio, 300);
    await bia.post(`/api/stake/${left}`);
    await stake(bia, 300);
  }
  world.forward(30);
  while ((await settlePositions(world.db, world.now, subscribers)) > 0);
  for (const line of families) await stake(line.at(-1) as TestInvestor, 90);
  // Top: 5 for Ana, and 0.3 + 0.6 + 0.3 of profits of 10, 30 and 30. Ana: 510 of her own, 15 for Bia, and 0.9 + 0.6. Bia: 500 − 36 + 30,
  // 15 for Caio, and 0.9. Caio: 500 + 30 − 90.
  return families.map((line) => ({ line, after: [6.2, 526.5, 509.9, 440] }));
}

const haveNow = ({ line }: Family): Promise<number[]> => Promise.all(line.map((who) => who.balance()));

/** A database that fails after a number of transactions were begun: permanently, or for a number of attempts. */
function dyingAfter(db: Database, transactions: number, failures: number): Database {
  let left = transactions;
  const pool = new Proxy(db.pool, {
    get(target, name) {
      if (name === 'connect')
        return () => {
          left -= 1;
          return left < 0 && left >= -failures ? Promise.reject(new Error('killed')) : target.connect();
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...db, pool };
}

describe('a job that carries awards', () => {
  test.each([
    ['is killed', Number.POSITIVE_INFINITY],
    ['fails once', 1],
  ])(
    '[W2] reaches the same result wherever it %s, when run again',
    async (_what, failures) => {
      let isKilled = true;
      for (let step = 0; isKilled; step += 1) {
        const [family] = (await live(1)) as [Family];
        isKilled = await carryAwards(dyingAfter(world.db, step, failures), world.now, subscribers).then(
          () => false,
          (error: Error) => error.message === 'killed',
        );
        await carry(world);
        expect(await haveNow(family)).toEqual(family.after);
        expect(await carryAwards(world.db, world.now, subscribers)).toBe(0);
        expect(step).toBeLessThan(60);
        if (!isKilled) expect(step).toBeGreaterThan(0);
      }
    },
    240_000,
  );

  test('[W2] reaches the same result when many run concurrently, in batches of any size', async () => {
    const families = await live(3);
    const work = async (most: number): Promise<void> => {
      for (let idle = 0; idle < 3;) {
        const done =
          (await carryCauses(world.db, most)) + (await payOwedAwards(world.db, world.now, subscribers, most));
        idle = done > 0 ? 0 : idle + 1;
      }
    };
    await Promise.all([1, 2, 3, 5, 1_000].map(work));
    await carry(world);
    for (const family of families) expect(await haveNow(family)).toEqual(family.after);
  }, 120_000);

  test('[W2] pays what was owed before even while nothing can be carried', async () => {
    const [ana, bia] = (await lineage(world, ['Ana', 'Bia'])) as [TestInvestor, TestInvestor];
    const caio = await world.investor();
    const davi = await world.investor({ broughtBy: caio });
    for (const who of [bia, davi]) await moved(who, '100');
    await stake(davi, 100);
    world.forward(1);
    await stake(bia, 100);
    world.forward(29);
    while ((await settlePositions(world.db, world.now, subscribers)) > 0);
    while ((await carryCauses(world.db)) > 0);
    world.forward(1);
    while ((await settlePositions(world.db, world.now, subscribers)) > 0);
    const asOwner = (statement: string) => askAsOwner(world.db.adminUrl, statement);
    await asOwner('ALTER TABLE network_causes ADD CONSTRAINT nothing_is_carried CHECK (done_at IS NULL) NOT VALID');
    await expect(carryAwards(world.db, world.now, subscribers)).rejects.toThrow('nothing_is_carried');
    expect([await caio.balance(), await ana.balance()]).toEqual([5.3, 0]);
    await asOwner('ALTER TABLE network_causes DROP CONSTRAINT nothing_is_carried');
    await carry(world);
    expect(await ana.balance()).toBe(5.3);
  });

  test('[W2] a beneficiary who cannot be paid does not hold up the others', async () => {
    const sponsors = await manyCustomers(world, 3, '1');
    const [stuck] = sponsors as [string];
    for (const sponsor of sponsors) {
      const code = drawReferralCode();
      await world.db.query('UPDATE customers SET code = $2 WHERE id = $1', [sponsor, code]);
      const member = await world.investor({ broughtBy: { code } as TestInvestor });
      await moved(member, '100');
      await stake(member, 100);
    }
    world.forward(30);
    while ((await settlePositions(world.db, world.now, subscribers)) > 0);
    const events = {
      onAwardsPaid: async (_tx: Tx, paid: readonly { customerId: string }[]) => {
        if (paid.some(({ customerId }) => customerId === stuck)) throw new Error('no');
      },
    };
    const balances = async (): Promise<bigint[]> => {
      const rows = await world.db.query<{ owner: string; balance: bigint }>(
        'SELECT owner, balance FROM ledger.accounts WHERE owner = ANY ($1)',
        [sponsors],
      );
      return sponsors.map((sponsor) => rows.find(({ owner }) => owner === sponsor)?.balance ?? 0n);
    };
    await expect(carryAwards(world.db, world.now, events)).rejects.toThrow('no');
    expect(await balances()).toEqual([usd('1'), usd('6.3'), usd('6.3')]);
    await carry(world);
    expect(await balances()).toEqual([usd('6.3'), usd('6.3'), usd('6.3')]);
  });

  test('[W2] settles the ended positions of many members, and pays all levels', async () => {
    const [top, ana] = (await lineage(world, ['Top', 'Ana'])) as [TestInvestor, TestInvestor];
    const members: TestInvestor[] = [];
    for (let n = 0; n < 20; n += 1) members.push(await world.investor({ broughtBy: ana, balance: '1000' }));
    for (const member of members) await Promise.all(Array.from({ length: 10 }, () => stake(member, 100)));
    world.forward(30);
    await world.settle();
    // 20 × 10 positions, each with a bonus of 5 and a profit of 10.
    expect([await ana.balance(), await top.balance()]).toEqual([200 * 5.3, 200 * 0.2]);
    const told = await world.db.query<{ kind: string; amount: bigint; count: number }>(
      'SELECT kind, amount, count FROM customer_notices WHERE customer_id = $1 ORDER BY kind',
      [ana.id],
    );
    expect(told).toEqual([
      { kind: 'bonus_received', amount: usd('1000'), count: 200 },
      { kind: 'residual_received', amount: usd('60'), count: 200 },
    ]);
  }, 120_000);
});

describe('the order in which causes are carried', () => {
  const mark = async (top: TestInvestor): Promise<{ capital: bigint; high_water: bigint } | undefined> => {
    const rows = await world.db.query<{ capital: bigint; high_water: bigint }>(
      'SELECT capital, high_water FROM network_trees WHERE root_id = $1',
      [top.id],
    );
    return rows[0];
  };

  test('[W2] pays awards together with the causes that make them due, where nothing else is owed', async () => {
    const [top, ana] = (await lineage(world, ['Top', 'Ana'])) as [TestInvestor, TestInvestor];
    const bia = await world.investor({ broughtBy: ana, balance: '100' });
    await stake(bia, 100);
    await carry(world);
    world.forward(30);
    while ((await settlePositions(world.db, world.now, subscribers)) > 0);
    // A residual is written once: it was never owed.
    const asOwner = (statement: string) => askAsOwner(world.db.adminUrl, statement);
    await asOwner(`CREATE TRIGGER written_once BEFORE UPDATE ON network_awards FOR EACH ROW
      WHEN (OLD.kind = 'residual') EXECUTE FUNCTION refuse_change()`);
    await carryCauses(world.db, 100, { now: world.now, events: subscribers });
    await asOwner('DROP TRIGGER written_once ON network_awards');
    expect([await top.balance(), await ana.balance()]).toEqual([0.2, 5.3]);
    const rows = await world.db.query(
      `SELECT w.kind, w.paid_at FROM network_awards w
       JOIN ledger.journals j ON j.reference = w.id WHERE w.source_id = $1 ORDER BY w.kind, w.level`,
      [bia.id],
    );
    expect(rows).toEqual(['bonus', 'residual', 'residual'].map((kind) => ({ kind, paid_at: world.now })));
    expect(await payOwedAwards(world.db, world.now, subscribers)).toBe(0);
  });

  test('[W2] counts money taken out before another member brought it as gone', async () => {
    const [top, ana] = (await lineage(world, ['Top', 'Ana'])) as [TestInvestor, TestInvestor];
    const others: TestInvestor[] = [];
    for (let n = 0; n < 6; n += 1) others.push(await world.investor({ broughtBy: ana }));
    // The same 500 goes round while no causes are carried.
    for (const who of [...others, ...others.toReversed()]) {
      await moved(who, '500');
      await moved(who, '-500');
    }
    await carry(world);
    expect(await mark(top)).toEqual({ capital: 0n, high_water: usd('500') });
  });

  test('[W2] never goes past a transaction that is still running', async () => {
    const [top, ana, bia] = (await lineage(world, ['Top', 'Ana', 'Bia'])) as [TestInvestor, TestInvestor, TestInvestor];
    await moved(ana, '500');
    await carry(world);
    let [hasMoved, mayEnd] = [(): void => {}, (): void => {}];
    const isMoved = new Promise<void>((resolve) => (hasMoved = resolve));
    const waiting = new Promise<void>((resolve) => (mayEnd = resolve));
    const slow = transaction(world.db, async (tx) => {
      await move(tx, ana, '-500');
      await tx.query('SELECT 1');
      hasMoved();
      await waiting;
    });
    await isMoved;
    await moved(bia, '500');
    const whileItRuns = await carryCauses(world.db);
    mayEnd();
    await slow;
    await carry(world);
    expect([whileItRuns, await mark(top)]).toEqual([0, { capital: usd('500'), high_water: usd('500') }]);
  });

  test('[W2] a transaction left open beside those of members holds nothing up, in this database or another', async () => {
    const [top, ana] = (await lineage(world, ['Top', 'Ana'])) as [TestInvestor, TestInvestor];
    const elsewhere = await cloneDatabase();
    const leave = async (db: Database) => {
      let [hasWritten, mayEnd] = [(): void => {}, (): void => {}];
      const isWritten = new Promise<void>((resolve) => (hasWritten = resolve));
      const ended = new Promise<void>((resolve) => (mayEnd = resolve));
      const left = transaction(db, async (tx) => {
        // It has an id, and an instant of its own.
        await tx.query('SELECT pg_current_xact_id(), count(*) FROM network_causes');
        hasWritten();
        await ended;
      });
      await isWritten;
      return () => (mayEnd(), left);
    };
    const ends = [await leave(world.db), await leave(elsewhere)];
    await moved(ana, '500');
    expect(await carryCauses(world.db)).toBe(1);
    for (const end of ends) await end();
    await elsewhere.close();
    expect(await mark(top)).toEqual({ capital: usd('500'), high_water: usd('500') });
  });

  test('[W2] follows the journals of a member, whichever transaction began first', async () => {
    const [top, ana] = (await lineage(world, ['Top', 'Ana'])) as [TestInvestor, TestInvestor];
    await transaction(world.db, async (tx) => {
      // Assigns the transaction's id now, although the other transaction's money arrives first.
      await tx.query('SELECT pg_current_xact_id()');
      await moved(ana, '300');
      await move(tx, ana, '-300');
    });
    await carry(world);
    expect(await mark(top)).toEqual({ capital: 0n, high_water: usd('300') });
  });

  test('[W2] gives a member’s own capital back for a bonus when the tree has no new capital', async () => {
    const [top, ana, bia] = (await lineage(world, ['Top', 'Ana', 'Bia'])) as [TestInvestor, TestInvestor, TestInvestor];
    await moved(ana, '300');
    await stake(ana, 300);
    world.forward(30);
    await world.settle();
    await moved(ana, '-300');
    await moved(bia, '400');
    await stake(bia, 300);
    expect((await report(world, ana, 2)).map(({ Total, Value }) => [Total, Value])).toEqual([[100, 5]]);
    const [capital] = await world.db.query<{ used: bigint }>(
      'SELECT used FROM network_capital WHERE customer_id = $1',
      [bia.id],
    );
    expect([capital, await mark(top)]).toEqual([{ used: usd('100') }, { capital: usd('400'), high_water: usd('400') }]);
  });
});

describe('a treasury that covers only some awards', () => {
  const draw = async (amount: Micros): Promise<void> => {
    const taker = await world.investor();
    moves += 1;
    const kind = madeUp('test_money');
    const entries = [{ from: 'treasury', to: 'balance', amount } as const];
    await transaction(world.db, (tx) =>
      post(tx, { key: `test:draw:${moves}`, kind, owner: taker.id, reference: null, entries }, world.now),
    );
  };

  test('[W2] pays the longest due first, and no smaller award due later overtakes it', async () => {
    const [ana, bia] = (await lineage(world, ['Ana', 'Bia'])) as [TestInvestor, TestInvestor];
    await moved(bia, '1000');
    await stake(bia, 300);
    await carry(world);
    world.forward(1);
    await stake(bia, 20);
    world.forward(29);
    while ((await settlePositions(world.db, world.now, subscribers)) > 0);
    await carryCauses(world.db);
    const left = await readTreasury(world.db);
    await draw(micros(left - usd('14')));
    world.forward(1);
    // 15 and 0.9 are due, and a day later 1 and 0.06; the treasury has 14.
    await world.settle();
    const before = await ana.balance();
    await fundTreasury(world.db, usd('1000000'), 'tests');
    await carry(world);
    expect([before, await ana.balance()]).toEqual([0, 16.96]);
  });
});
