import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownKinds } from '#ledger/kinds.ts';
import { languages } from '#platform/languages.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { kindOf } from '../event-kind.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await cloneDatabase()));
afterAll(() => db.close());

/** Posted when a customer is erased: nobody reads their statement any more. */
const seen = knownKinds.filter((kind) => kind !== 'remainder_given_up');

/** What a customer's statement may list: every kind of their journals, by the account on the other side of their balance. */
async function readLines(): Promise<{ kind: string; counterpart: string }[]> {
  return db.query(
    `SELECT kind, replace(replace(leg, 'balance>', ''), '>balance', '') AS counterpart
     FROM ledger.kinds CROSS JOIN unnest(legs) AS leg
     WHERE owned AND kind = ANY ($1) AND 'balance' = ANY (string_to_array(leg, '>')) ORDER BY kind, leg`,
    [seen],
  );
}

test.each(languages)(
  '[H4] [B7] no line of the statement is merely a posting: each has its own words in %s',
  async (language) => {
    const words = (await import(`../messages/${language}.json`, { with: { type: 'json' } })) as {
      default: { lines: Record<string, string> };
    };
    const lines = words.default.lines;
    const possible = await readLines();
    expect(possible.length).toBeGreaterThan(20);
    expect(possible.filter(({ kind, counterpart }) => !lines[`${kind}_${counterpart}`])).toEqual([]);
    const said = possible.map(({ kind, counterpart }) => lines[`${kind}_${counterpart}`]);
    expect(said.filter((text) => text === lines['other'])).toEqual([]);
    expect(new Set(said).size).toBe(said.length);
  },
);

test('[H4] the type on a receipt is known for whatever moves a customer’s money', async () => {
  const kinds = await db.query<{ kind: string }>('SELECT kind FROM ledger.kinds WHERE owned AND kind = ANY ($1)', [
    seen,
  ]);
  expect(kinds.map(({ kind }) => kind).filter((kind) => kindOf(kind) === 'other')).toEqual([]);
});
