import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { transaction } from '#database/server/transaction.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import { isAnyCauseOwed } from './carry-store.ts';
import { carryCauses } from './carry-causes.ts';
import { bonusCapDay, bonusCapMonth } from './network-settings.ts';
import { payOwedAwards } from './pay-owed-awards.ts';

/** The same histories in two databases: one carries causes one at a time, the other carries all of them together. */
let [alone, together]: World[] = [];

beforeAll(async () => {
  [alone, together] = await Promise.all([openWorld(), openWorld()]);
  for (const world of [alone, together]) {
    await transaction(world.db, async (tx) => {
      await writeSetting(tx, bonusCapDay, 20);
      await writeSetting(tx, bonusCapMonth, 45);
    });
  }
});
afterEach(async () => expect([await alone?.audit(), await together?.audit()]).toEqual([[], []]));
afterAll(async () => void (await Promise.all([alone?.close(), together?.close()])));

/** Sponsor of each member by index: two below the first, two below each of those, and one more level. */
const sponsors = [null, 0, 0, 1, 1, 2, 3, 3, 5] as const;

interface Move {
  who: number;
  does: 'bring' | 'invest' | 'leave' | 'wait' | 'end' | 'carry';
  amount: number;
}

async function live(world: World, moves: readonly Move[], most: number): Promise<TestInvestor[]> {
  const people: TestInvestor[] = [];
  for (const [n, sponsor] of sponsors.entries()) {
    const broughtBy = sponsor === null ? undefined : people[sponsor];
    people.push(await world.investor({ name: `Member ${n}`, balance: '600', ...(broughtBy ? { broughtBy } : {}) }));
  }
  const opened = new Map<number, string[]>();
  for (const { who, does, amount } of moves) {
    const member = people[who] as TestInvestor;
    if (does === 'bring') await world.bring(member, String(amount));
    if (does === 'wait') world.forward(amount / 200);
    if (does === 'end') await end(world, 30);
    if (does === 'carry') await carryBy(world, most);
    if (does === 'invest') {
      const answer = await member.post('/api/stake', { amount, time_stake: 30 });
      if (answer.statusCode === 201) opened.set(who, [...(opened.get(who) ?? []), answer.json<{ Id: string }>().Id]);
    }
    // Refused in both worlds when the stake has already ended.
    if (does === 'leave') await member.post(`/api/stake/${opened.get(who)?.pop() ?? 'none'}`);
  }
  await end(world, 30);
  await carryBy(world, most);
  return people;
}

async function end(world: World, days: number): Promise<void> {
  world.forward(days);
  while ((await settlePositions(world.db, world.now, subscribers)) > 0);
}

async function carryBy({ db, now }: World, most: number): Promise<void> {
  while (await isAnyCauseOwed(db)) await carryCauses(db, most, { now, events: subscribers });
  while ((await payOwedAwards(db, now, subscribers)) > 0);
}

/** Everything that carrying writes, with member numbers in place of random ids. */
async function whatCameOfIt({ db }: World, people: readonly TestInvestor[]): Promise<unknown[]> {
  const ids = people.map(({ id }) => id);
  const named = `WITH who AS (SELECT id, n FROM unnest($1::uuid[]) WITH ORDINALITY AS p (id, n))`;
  const texts = [
    `SELECT b.n AS earns, s.n AS by, w.kind, w.level, w.base, w.percentage, w.value, w.cut, w.invested, w.happened_at, w.due_at, w.void_at, w.paid_at
     FROM network_awards w JOIN who b ON b.id = w.beneficiary_id JOIN who s ON s.id = w.source_id
     ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13`,
    `SELECT who.n, a.balance, a.invested, a.promised, a.number, a.last_at FROM ledger.accounts a JOIN who ON who.id = a.owner ORDER BY 1`,
    `SELECT who.n, e.kind, e.amount, e.happened_at, count(*) FROM ledger.entries e JOIN who ON who.id = e.owner GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    `SELECT who.n, t.capital, t.high_water, t.used FROM network_trees t JOIN who ON who.id = t.root_id ORDER BY 1`,
    `SELECT who.n, c.contributed, c.high_water, c.used FROM network_capital c JOIN who ON who.id = c.customer_id ORDER BY 1`,
    `SELECT who.n, x.bonuses FROM network_beneficiaries x JOIN who ON who.id = x.customer_id ORDER BY 1`,
    `SELECT who.n, k.kind, k.amount, k.profit, k.base, k.granted, k.number FROM network_causes k JOIN who ON who.id = k.customer_id ORDER BY 1, k.number, 2`,
    `SELECT who.n, c.kind, c.amount, c.count, c.happened_at FROM customer_notices c JOIN who ON who.id = c.customer_id ORDER BY 1, 2, 5, 3`,
  ];
  return Promise.all(texts.map((text) => db.query(`${named} ${text}`, [ids])));
}

test('[W2] whatever members do, carrying causes together gives the same result as carrying them one by one', async () => {
  const move = fc.record({
    who: fc.integer({ min: 1, max: sponsors.length - 1 }),
    does: fc.oneof(
      { weight: 8, arbitrary: fc.constant('invest' as const) },
      { weight: 3, arbitrary: fc.constantFrom('leave' as const, 'wait' as const) },
      { weight: 1, arbitrary: fc.constantFrom('bring' as const, 'end' as const, 'carry' as const) },
    ),
    amount: fc.constantFrom(20, 50, 100, 300),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 30, maxLength: 60 }), async (moves) => {
      const results: unknown[][] = [];
      const start = new Date(Math.max(...[alone, together].map((world) => (world as World).now.getTime())));
      for (const [world, most] of [
        [alone as World, 1],
        [together as World, 1_000],
      ] as const) {
        world.now = start;
        results.push(await whatCameOfIt(world, await live(world, moves, most)));
      }
      expect(results[1]).toEqual(results[0]);
    }),
    { numRuns: 4, endOnFailure: true },
  );
}, 240_000);
