import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import { networkSubscriber } from './network-subscriber.ts';
import { payOwedAwards } from './pay-owed-awards.ts';

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

/** Three below the first, three below each of those, and so on. */
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

/** Everybody in a tree opens, and then opens again while everything falls due under five workers at once. */
async function race(among: World, members: readonly TestInvestor[]): Promise<number[]> {
  for (const member of members) await Promise.all([10, 20, 30].map((amount) => open(member, amount)));
  among.forward(30);
  const due = among.now;
  const worker = async (): Promise<void> => {
    while ((await settlePositions(among.db, due, networkSubscriber)) > 0);
  };
  const [answers] = await Promise.all([
    Promise.all(members.flatMap((member) => [open(member, 10), open(member, 20), open(member, 30)])),
    ...Array.from({ length: 5 }, worker),
  ]);
  const payer = async (): Promise<void> => {
    while ((await payOwedAwards(among.db, due)) > 0);
  };
  await Promise.all([payer(), payer()]);
  return answers.map((answer) => answer.statusCode);
}

test('[W2] everybody in a tree invests and is paid at once: every cause pays once, and nobody waits in a ring', async () => {
  const answers = await race(world, await tree(world, 4));
  expect(answers.filter((status) => status !== 201)).toEqual([]);
  const rows = await world.db.query<{ kind: string; level: number; count: bigint; value: bigint; owed: bigint }>(
    `SELECT kind, level, count(*), sum(value)::bigint AS value, count(*) FILTER (WHERE paid_at IS NULL AND due_at IS NOT NULL) AS owed
     FROM network_awards GROUP BY kind, level ORDER BY kind, level`,
  );
  // 40 members of whom 39 were brought; each opened twice 10 + 20 + 30, the second of which still run, and was paid 6 of profit.
  expect(rows).toEqual([
    { kind: 'bonus', level: 1, count: 234n, value: 234_000_000n, owed: 0n },
    { kind: 'residual', level: 1, count: 117n, value: 7_020_000n, owed: 0n },
    { kind: 'residual', level: 2, count: 108n, value: 4_320_000n, owed: 0n },
    { kind: 'residual', level: 3, count: 81n, value: 1_620_000n, owed: 0n },
  ]);
  expect(await countDeadlocks(world)).toBe(0n);
}, 120_000);

/** The control: the race must be able to tell. Without the accounts being held in one order, it finds the ring. */
test('[W2] the same race finds it when the accounts are not held', async () => {
  const broken = await openWorld();
  try {
    await stopHolding(broken);
    const members = await tree(broken, 3);
    for (let round = 0; round < 10 && (await countDeadlocks(broken)) === 0n; round += 1) await race(broken, members);
    expect(await countDeadlocks(broken)).toBeGreaterThan(0n);
  } finally {
    await broken.close();
  }
}, 120_000);

async function stopHolding(among: World): Promise<void> {
  const owner = new pg.Client({ connectionString: among.db.adminUrl });
  await owner.connect();
  await owner.query(
    `CREATE OR REPLACE FUNCTION ledger.hold_accounts(p_owners uuid[]) RETURNS void LANGUAGE sql VOLATILE AS 'SELECT'`,
  );
  await owner.end();
}
