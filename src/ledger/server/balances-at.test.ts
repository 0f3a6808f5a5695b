import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { countLooks } from '#testing/server/count-looks.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await cloneDatabase()));
afterAll(() => db.close());

const first = Date.parse('2026-03-02T12:00:00Z');
const minute = (n: number): string => new Date(first + n * 60_000).toISOString();

/**
 * Inserts journals of owners, by default a minute apart, bypassing the ledger's triggers. After its n-th journal an owner has n
 * micro-dollars, and 2 n in the bot's wallet.
 */
function write(owners: readonly string[], journals: number, apart = '1 minute'): Promise<unknown> {
  return askAsOwner(
    db.adminUrl,
    `WITH replica AS (SELECT set_config('session_replication_role', 'replica', true) AS role OFFSET 0)
     INSERT INTO ledger.journals (owner, number, key, kind, amounts, happened_at, hash, balance, held, invested, promised, zord)
     SELECT owner, n, 'test:' || owner || ':' || n, 'deposit_settled', '{1}', $2::timestamptz + n * $4::interval, '', n, 0, 0, 0, 2 * n
     FROM replica, unnest($1::uuid[]) AS owner, generate_series(1, $3::int) AS n WHERE role IS NOT NULL`,
    [owners, minute(0), journals, apart],
  );
}

const read = (owner: string, moments: readonly string[]) =>
  db.query<{ balance: bigint; zord: bigint }>('SELECT balance, zord FROM ledger.balances_at($1, $2)', [owner, moments]);

test('[D5] the balance at an instant is what the last journal up to then left, and zero before the first', async () => {
  const ana = randomUUID();
  await write([ana], 3);
  const moments = [minute(0), minute(1), minute(2.5), minute(3), minute(99)];
  const expected = [0n, 1n, 2n, 3n, 3n].map((balance) => ({ balance, zord: 2n * balance }));
  expect(await read(ana, moments)).toEqual(expected);
  expect(await read(ana, moments.toReversed())).toEqual(expected.toReversed());
  expect(await read(randomUUID(), moments.slice(0, 2))).toEqual([expected[0], expected[0]]);
  expect(await read(ana, [])).toEqual([]);
  const bia = randomUUID();
  await write([bia], 3, '0 minutes');
  expect(await read(bia, [minute(0)])).toEqual([{ balance: 3n, zord: 6n }]);
});

test('[D5] each instant costs one lookup, however many journals there are, even if PostgreSQL’s statistics know only customers with few', async () => {
  const busy = randomUUID();
  // Enough rows for the index by time to be one level deeper than the other: without `enable_sort = off`, 1,500,000 rows are read here.
  await write(
    Array.from({ length: 2_100 }, () => randomUUID()),
    11,
  );
  await askAsOwner(db.adminUrl, 'VACUUM ANALYZE ledger.journals');
  await write([busy], 5_000);
  const moments = Array.from({ length: 300 }, (_, n) => minute(n * 16));
  const { looked } = await countLooks(db, 'ledger.journals', (tx) =>
    tx.query('SELECT balance FROM ledger.balances_at($1, $2)', [busy, moments]),
  );
  expect(looked).toBeGreaterThan(0);
  expect(looked).toBeLessThanOrEqual(2 * moments.length);
});
