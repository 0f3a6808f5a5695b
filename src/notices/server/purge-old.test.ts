import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { mostPurgedAtOnce } from '#database/server/purge.ts';
import { purgeOldNotices, keptDays } from './purge-old.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

async function tell(to: TestInvestor, daysAgo: number, many = 1): Promise<void> {
  await world.db.query(
    `INSERT INTO customer_notices (id, cell, customer_id, kind, cause, happened_at, written_at, read_at)
     SELECT id, cell_of($1), $1, 'new_device', id::text, now(), now() - make_interval(days => $2), CASE WHEN n % 2 = 0 THEN now() END
     FROM (SELECT gen_random_uuid() AS id, n FROM generate_series(1, $3::integer) AS n) AS told`,
    [to.id, daysAgo, many],
  );
}

const countOf = async (who: TestInvestor): Promise<number> => (await who.get('/api/notices?limit=500')).json().length;

test('purges notices older than 400 days, read or not, and keeps newer ones', async () => {
  const ana = await world.investor();
  await tell(ana, keptDays + 1, 4);
  await tell(ana, keptDays - 1, 3);
  expect(await purgeOldNotices(world.db)).toBe(4);
  expect(await countOf(ana)).toBe(3);
  expect(await purgeOldNotices(world.db)).toBe(0);
});

test('many notices are purged in batches by concurrent workers, each of them once', async () => {
  const ana = await world.investor();
  await tell(ana, keptDays + 1, mostPurgedAtOnce + 200);
  await tell(ana, 1);
  expect(await purgeOldNotices(world.db)).toBe(mostPurgedAtOnce);
  await tell(ana, keptDays + 1, 300);
  const rounds = await Promise.all(Array.from({ length: 4 }, () => purgeOldNotices(world.db)));
  expect(rounds.reduce((all, some) => all + some) + (await purgeOldNotices(world.db))).toBe(500);
  expect(await countOf(ana)).toBe(1);
});

test('old notices are found by an index', async () => {
  const ana = await world.investor();
  await tell(ana, 3, 5_000);
  const owner = new pg.Client({ connectionString: world.db.adminUrl });
  await owner.connect();
  await owner.query('ANALYZE customer_notices');
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT id FROM customer_notices WHERE cell = 7 AND written_at < now() - interval '${keptDays} days' LIMIT 1000`,
  );
  await owner.end();
  expect(rows.map((line) => line['QUERY PLAN']).join('\n')).toContain('customer_notices_by_age');
});
