import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addBroken,
  auditBooks,
  type Broken,
  countFindings,
  findBroken,
  findingsOf,
  type Invariant,
  mostPlacesShown,
  type Pass,
  rulesOf,
} from './audit-books.ts';
import { type LedgerWorld, openLedger } from './testing/ledger-world.ts';

let ledger: LedgerWorld;
beforeAll(async () => void (ledger = await openLedger()));
afterAll(() => ledger.db.close());

const places = (count: number, name = 'place'): string =>
  `SELECT '${name} ' || n AS place FROM generate_series(1, ${count}) n`;
const named = (rule: string, count: number): Invariant => ({ rule, sql: places(count) });

test('[L5] a rule that holds is not reported; a broken one is reported with every place', async () => {
  const broken = await findBroken(ledger.db, [named('holds', 0), named('a customer’s', 2), named("somebody's", 1)]);
  expect(broken).toEqual([
    { rule: 'a customer’s', count: 2, places: ['place 1', 'place 2'] },
    { rule: "somebody's", count: 1, places: ['place 1'] },
  ]);
  expect(findingsOf(broken)).toEqual([
    { rule: 'a customer’s', where: 'place 1' },
    { rule: 'a customer’s', where: 'place 2' },
    { rule: "somebody's", where: 'place 1' },
  ]);
  expect(await auditBooks(ledger.db, [named('holds', 0), named('is broken', 1)])).toEqual([
    { rule: 'is broken', where: 'place 1' },
  ]);
});

test('[L5] all places are counted, and at most a hundred are reported', async () => {
  expect(mostPlacesShown).toBe(100);
  const [broken] = await findBroken(ledger.db, [named('is broken everywhere', 250)]);
  expect([broken?.count, broken?.places.length, new Set(broken?.places).size]).toEqual([250, 100, 100]);
  expect(await findBroken(ledger.db, [named('a hundred', 100)])).toMatchObject([{ count: 100 }]);
});

test('[L5] several rules in one query are distinguished, and each gets its parameters', async () => {
  const sql = `SELECT 'one' AS rule, place FROM (${places(2, 'here')}) found UNION ALL SELECT 'two', 'there ' || $1`;
  const pass: Pass = { rules: ['one', 'two', 'three'], sql, values: ['ana'] };
  expect(await findBroken(ledger.db, [pass, named('four', 1)])).toEqual(
    expect.arrayContaining([
      { rule: 'one', count: 2, places: ['here 1', 'here 2'] },
      { rule: 'two', count: 1, places: ['there ana'] },
      { rule: 'four', count: 1, places: ['place 1'] },
    ]),
  );
  expect(rulesOf([pass, named('four', 0)])).toEqual(['one', 'two', 'three', 'four']);
});

test('[L5] findings of two readings are counted together, under the same limit', () => {
  const all: Broken[] = [];
  const first: Broken = { rule: 'one', count: 70, places: Array.from({ length: 70 }, (_, n) => `first ${n}`) };
  const second: Broken = { rule: 'one', count: 900, places: Array.from({ length: 80 }, (_, n) => `second ${n}`) };
  for (const each of [first, second, { rule: 'two', count: 3, places: ['a', 'b', 'c'] }]) addBroken(all, each);
  expect(all.map(({ rule, count, places: told }) => [rule, count, told.length])).toEqual([
    ['one', 970, 100],
    ['two', 3, 3],
  ]);
  expect(all[0]?.places.slice(69, 71)).toEqual(['first 69', 'second 0']);
  // `addBroken` did not change the finding that it was given first.
  expect([first.places.length, first.count]).toEqual([70, 70]);
  expect([countFindings(all), countFindings([])]).toEqual([973, 0]);
});
