import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { micros } from '../money.ts';
import { shownTotal, wholeCents } from '../shown.ts';
import { wholeCentsSql } from './whole-cents-sql.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

const edges = [0n, 1n, -1n, 9_999n, 10_000n, 10_001n, -9_999n, -10_000n, -10_001n];
const amounts = [...edges, ...fc.sample(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), 500)];

test.each([
  ['a column', 'amount'],
  ['a column of numeric', 'exact'],
  ['what is reckoned', 'amount + 0'],
])('[L7] the database cuts %s to the cent exactly as the code does, losses included', async (_what, expression) => {
  const from = 'FROM (SELECT amount, amount::numeric AS exact FROM unnest($1::bigint[]) AS amount) amounts';
  const rows = await world.db.query<{ amount: bigint; shown: bigint }>(
    `SELECT amount, ${wholeCentsSql(expression)}::bigint AS shown ${from}`,
    [amounts],
  );
  expect(rows).toHaveLength(amounts.length);
  for (const { amount, shown } of rows) expect([amount, shown]).toEqual([amount, wholeCents(micros(amount))]);
  const [total] = await world.db.query<{ shown: bigint }>(
    `SELECT sum(${wholeCentsSql(expression)})::bigint AS shown ${from}`,
    [amounts],
  );
  expect(total?.shown).toBe(shownTotal(amounts.map(micros)));
});
