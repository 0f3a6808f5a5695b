import { afterEach, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { dayIn } from '#platform/server/span.ts';
import { transaction } from '#database/server/transaction.ts';
import { listOwedRows, readOwedPlace } from '#console/server/treasury/list-owed.ts';
import { houseZone } from '#settings/server/house-zone.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { readLiabilities } from './read-liabilities.ts';
import { readOwedFigures } from './watch-liabilities.ts';

let world: World;
afterEach(() => world.close());

const dueDays = async (): Promise<string[]> =>
  (
    await world.db.query<{ day: string }>(
      'SELECT due_on::text AS day FROM maturity_changes GROUP BY 1 HAVING sum(positions) > 0 ORDER BY 1',
    )
  ).map(({ day }) => day);

/** A stake of thirty days that ends a quarter of an hour before, or at, the midnight that ends March there. */
test.each([
  ['America/Sao_Paulo', '2027-04-01T03:00:00.000Z'],
  ['America/New_York', '2027-04-01T04:00:00.000Z'],
  ['Asia/Tehran', '2027-03-31T20:30:00.000Z'],
])('[G1] [G6] in %s a position falls due on the house’s day and in its month', async (zone, midnight) => {
  world = await openWorld();
  if (zone !== 'America/Sao_Paulo') await transaction(world.db, (tx) => writeSetting(tx, houseZone, zone));
  const ana = await world.investor({ balance: '1000' });
  const starts = Date.parse(midnight) - 30 * 86_400_000;
  for (const [at, amount] of [
    [starts - 900_000, 100],
    [starts, 50],
  ] as const) {
    world.now = new Date(at);
    expect((await ana.post('/api/stake', { amount, time_stake: 30 })).statusCode).toBe(201);
  }
  expect(await dueDays()).toEqual(['2027-03-31', '2027-04-01']);
  const { months } = await transaction(world.db, readLiabilities);
  expect([...months].map(([month, { principal }]) => [month, principal])).toEqual([
    ['2027-03', usd('100')],
    ['2027-04', usd('50')],
  ]);
  const inMarch = await listOwedRows(world.db, { month: '2027-03' }, world.now, readOwedPlace(undefined), 10);
  expect(inMarch.map(({ ends_at: at }) => dayIn(zone, at))).toEqual(['2027-03-31']);

  const stakes = (await ana.get('/api/stakes')).json<{ Id: string }[]>();
  for (const { Id } of stakes) expect((await ana.post(`/api/stake/${Id}`)).statusCode).toBeLessThan(300);
  expect(await dueDays()).toEqual([]);
  expect(await world.audit()).toEqual([]);
});

test('[G1] [G6] what is due within thirty days is counted from the house’s today', async () => {
  // A zone in which it is another day than by UTC, at any hour.
  const zone = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
  world = await openWorld({ isLive: true });
  await transaction(world.db, (tx) => writeSetting(tx, houseZone, zone));
  await world.db.query(
    `INSERT INTO maturity_changes (product, due_on, positions, amount, promised)
     SELECT 'stake', (now() AT TIME ZONE $1)::date + days, 1, 1000000 * days, 0 FROM unnest('{30,31}'::int[]) AS days`,
    [zone],
  );
  expect((await readOwedFigures(world.db)).dueIn30Days.stake).toBe(usd('30'));
});
