import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { requireMovable } from '#ledger/server/freeze.ts';
import { post } from '#ledger/server/post.ts';
import { madeUp } from '#ledger/server/testing/test-kinds.ts';
import { usd } from '#money/money.ts';
import { transaction } from '#database/server/transaction.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import { carryAwards } from './carry-awards.ts';
import { carryCauses } from './carry-causes.ts';
import { payOwedAwards } from './pay-owed-awards.ts';
import { carry } from './testing/report.ts';

let world: World;

beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

async function countDeadlocks(among: World): Promise<bigint> {
  await among.db.query('SELECT pg_stat_force_next_flush()');
  const rows = await among.db.query<{ deadlocks: bigint }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]?.deadlocks ?? -1n;
}

/** Builds a tree: three below the first, three below each of those, and so on. */
async function tree(among: World, levels: number): Promise<TestInvestor[]> {
  const top = await among.investor({ balance: '1000' });
  const members = [top];
  let level = [top];
  for (let depth = 1; depth < levels; depth += 1) {
    const below: TestInvestor[] = [];
    for (const broughtBy of level) {
      for (let n = 0; n < 3; n += 1) below.push(await among.investor({ balance: '1000', broughtBy }));
    }
    members.push(...below);
    level = below;
  }
  return members;
}

const open = (member: TestInvestor, amount: number) => member.post('/api/stake', { amount, time_stake: 30 });

/** Every member opens stakes, then opens more while the first ones fall due, with five workers and three jobs running concurrently. */
async function race(among: World, members: readonly TestInvestor[]): Promise<number[]> {
  for (const member of members) await Promise.all([10, 20, 30].map((amount) => open(member, amount)));
  among.forward(30);
  const due = among.now;
  let isOver = false;
  const worker = async (): Promise<void> => {
    while ((await settlePositions(among.db, due, subscribers, 7)) > 0);
  };
  const job = async (): Promise<void> => {
    // Imitates another process: within one process the rounds run one after the other.
    const own = { ...among.db };
    while (!isOver) await carryAwards(own, due, subscribers);
  };
  const jobs = Promise.all([job(), job(), job()]);
  const [answers] = await Promise.all([
    Promise.all(members.flatMap((member) => [open(member, 10), open(member, 20), open(member, 30)])),
    ...Array.from({ length: 5 }, worker),
  ]);
  isOver = true;
  await jobs;
  await among.settle();
  await carry(among);
  return answers.map((answer) => answer.statusCode);
}

test('[W2] everybody in a tree invests and is paid concurrently: every cause pays once, without a deadlock', async () => {
  const answers = await race(world, await tree(world, 4));
  expect(answers.filter((status) => status !== 201)).toEqual([]);
  const rows = await world.db.query<{ kind: string; level: number; count: bigint; value: bigint; owed: bigint }>(
    `SELECT kind, level, count(*), sum(value)::bigint AS value, count(*) FILTER (WHERE paid_at IS NULL AND due_at IS NOT NULL) AS owed
     FROM network_awards GROUP BY kind, level ORDER BY kind, level`,
  );
  // 40 members, 39 of them brought by another; each opened 10 + 20 + 30 twice (the second set still runs) and was paid 6 of profit.
  expect(rows).toEqual([
    { kind: 'bonus', level: 1, count: 234n, value: 234_000_000n, owed: 0n },
    { kind: 'residual', level: 1, count: 117n, value: 7_020_000n, owed: 0n },
    { kind: 'residual', level: 2, count: 108n, value: 4_320_000n, owed: 0n },
    { kind: 'residual', level: 3, count: 81n, value: 1_620_000n, owed: 0n },
  ]);
  expect(await countDeadlocks(world)).toBe(0n);
}, 120_000);

/** Waits until something in the database waits for a lock. */
async function untilWaiting({ db }: World): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await askAsOwner(db.adminUrl, waiting)).length, { interval: 5 }).toBeGreaterThan(0);
}

/** Ana opens a position that takes from the treasury while a job pays her an award from it. */
async function openWhilePaid(among: World): Promise<bigint> {
  const ana = await among.investor({ balance: '1000' });
  const bia = await among.investor({ balance: '1000', broughtBy: ana });
  await open(bia, 100);
  among.forward(30);
  await settlePositions(among.db, among.now, subscribers);
  await carryCauses(among.db);
  let paying: Promise<number> = Promise.resolve(0);
  await transaction(among.db, async (tx) => {
    requireMovable(tx, ana.id);
    await tx.query('SELECT 1');
    paying = payOwedAwards(among.db, among.now, subscribers);
    await untilWaiting(among);
    const kind = madeUp('test_money');
    const entries = [{ from: 'treasury', to: 'balance', amount: usd('1') } as const];
    await post(tx, { key: `test:draw:${ana.id}`, kind, owner: ana.id, reference: null, entries }, among.now);
  });
  await paying;
  await carry(among);
  expect(await ana.balance()).toBe(1006.3);
  return countDeadlocks(among);
}

test('[W2] a payout locks the accounts before the treasury, like every other path, and so cannot deadlock', async () => {
  expect(await openWhilePaid(world)).toBe(0n);
});

/** The control: proves that the test can detect a deadlock. */
test('[W2] control: the same run deadlocks when the accounts are not locked', async () => {
  const broken = await openWorld();
  try {
    await stopHolding(broken);
    await openWhilePaid(broken);
    // A connection reports its deadlocks within about a second.
    await expect.poll(() => countDeadlocks(broken)).toBeGreaterThan(0n);
  } finally {
    await broken.close();
  }
});

async function stopHolding(among: World): Promise<void> {
  const owner = new pg.Client({ connectionString: among.db.adminUrl });
  await owner.connect();
  await owner.query(
    `CREATE OR REPLACE FUNCTION ledger.hold_accounts(p_owners uuid[]) RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER AS
      'INSERT INTO ledger.accounts (owner) SELECT DISTINCT o FROM unnest(p_owners) AS o ON CONFLICT DO NOTHING'`,
  );
  await owner.end();
}
