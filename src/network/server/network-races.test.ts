import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#app/server/testing/world.ts';
import { matureStakes } from '#stakes/server/mature-stakes.ts';
import { networkHappenings } from './network-happenings.ts';
import { payOwedAwards } from './pay-owed-awards.ts';

let world: World;

beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

async function countDeadlocks(): Promise<bigint> {
  await world.db.query('SELECT pg_stat_force_next_flush()');
  const rows = await world.db.query<{ deadlocks: bigint }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]?.deadlocks ?? -1n;
}

/** Three below the first, three below each of those, and so on. */
async function tree(levels: number): Promise<TestInvestor[]> {
  const top = await world.investor({ balance: '1000' });
  const members = [top];
  let level = [top];
  for (let depth = 1; depth < levels; depth += 1) {
    const below: TestInvestor[] = [];
    for (const broughtBy of level) {
      for (let n = 0; n < 3; n += 1) below.push(await world.investor({ balance: '1000', broughtBy }));
    }
    members.push(...below);
    level = below;
  }
  return members;
}

test('[W2] everybody in a tree invests and is paid at once: every cause pays once, and nobody waits in a ring', async () => {
  const members = await tree(4);
  const open = (member: TestInvestor, amount: number) => member.post('/api/stake', { amount, time_stake: 30 });
  for (const member of members) await Promise.all([10, 20, 30].map((amount) => open(member, amount)));
  world.forward(30);
  const due = world.now;
  const worker = async (): Promise<void> => {
    while ((await matureStakes(world.db, due, networkHappenings)) > 0);
  };
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, worker),
    ...members.flatMap((member) => [open(member, 10), open(member, 20), open(member, 30)]),
  ]);
  expect(answers.filter((answer) => answer && answer.statusCode !== 201)).toEqual([]);
  await Promise.all([payOwedAwards(world.db, due), payOwedAwards(world.db, due)]);

  const rows = await world.db.query<{ kind: string; level: number; count: bigint; value: bigint; owed: bigint }>(
    `SELECT kind, level, count(*), sum(value)::bigint AS value, count(*) FILTER (WHERE paid_at IS NULL) AS owed
     FROM network_awards GROUP BY kind, level ORDER BY kind, level`,
  );
  // 40 members of whom 39 were brought; each opened twice 10 + 20 + 30 and was paid 6 of profit.
  expect(rows).toEqual([
    { kind: 'bonus', level: 1, count: 234n, value: 234_000_000n, owed: 0n },
    { kind: 'residual', level: 1, count: 117n, value: 7_020_000n, owed: 0n },
    { kind: 'residual', level: 2, count: 108n, value: 4_320_000n, owed: 0n },
    { kind: 'residual', level: 3, count: 81n, value: 1_620_000n, owed: 0n },
  ]);
  expect(await countDeadlocks()).toBe(0n);
}, 120_000);
