import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usd } from '#money/money.ts';
import { fundTreasury } from '#operator/server/fund-treasury.ts';
import { reckonIndexFrom } from '#payouts/server/operation-store.ts';
import { addDays } from '#platform/clock.ts';
import type { Database } from '#database/server/database.ts';
import { drawToken, hashOfToken } from '#platform/server/secret-token.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { tradedProducts } from '#positions/registry.ts';
import { houseWithdrawalLimitUsd } from '#wallet/server/wallet-settings.ts';
import { headsOf } from './generate.ts';
import type { Size } from './sizes.ts';

/** Sets up what exists before the first customer: a treasury, limits that no call reaches, and traded operations. */
export async function furnish(db: Database): Promise<void> {
  await fundTreasury(db, usd('20000000000'), 'bench');
  await transaction(db, (tx) => writeSetting(tx, houseWithdrawalLimitUsd, 1_000_000));
  await tellOperations(db);
}

/** A year of operations, four a day for each traded product. */
async function tellOperations(db: Database): Promise<void> {
  const first = addDays(new Date(), -365);
  const count = 365 * 4 - 1;
  await transaction(db, async (tx) => {
    for (const product of tradedProducts) {
      await tx.query(
        `INSERT INTO operations (product, number, opened_at, happened_at, asset, pair, payout, source, reference)
         SELECT $1, n, $2::timestamptz + n * interval '6 hours' - interval '1 hour', $2::timestamptz + n * interval '6 hours', 'Forex', 'EUR/USD', 1000000 - (n * 7919) % 1700000, 'operator', 'B' || n
         FROM generate_series(1, $3::int) AS n`,
        [product, first.toISOString(), count],
      );
      await tx.query('UPDATE payout_feeds SET last_number = $2 WHERE product = $1', [product, count]);
      await reckonIndexFrom(tx, product, first);
    }
  });
}

/** The most customers that are logged in; the load cycles through them. */
const mostSessions = 5_000;

export interface Sessions {
  /** A file with one line per session: the token and the customer's id. `heads` holds those of customers who brought others. */
  all: string;
  heads: string;
  /** Of customers who have no money. */
  penniless: string;
  people: { id: string; token: string }[];
}

/** Opens sessions for a sample of customers, valid for the whole measurement. */
export async function openSessions(db: Database, folder: string, size: Size): Promise<Sessions> {
  const numbered = (from: number, to: number): Promise<{ id: string }[]> =>
    db.query('SELECT bench.customer(n) AS id FROM generate_series($1::int, $2::int) AS n', [from, to]);
  const logIn = async (name: string, rows: readonly { id: string }[]): Promise<[string, Sessions['people']]> => {
    const people = rows.map(({ id }) => ({ id, token: drawToken() }));
    await db.query(
      `INSERT INTO sessions (token_hash, customer_id, created_at, expires_at, kept)
       SELECT hash, id, now(), now() + interval '12 hours', true FROM unnest($1::bytea[], $2::uuid[]) AS s (hash, id)`,
      [people.map(({ token }) => hashOfToken(token)), people.map(({ id }) => id)],
    );
    const file = join(folder, name);
    await writeLines(
      file,
      people.map(({ token, id }) => [token, id]),
    );
    return [file, people];
  };
  const heads = headsOf(size.customers);
  // Customers who brought others are listed separately: their pages are bigger.
  const [all, people] = await logIn(
    'sessions.tsv',
    await numbered(heads + 1, Math.min(size.customers, heads + mostSessions)),
  );
  const [headsFile] = await logIn('heads.tsv', await numbered(1, heads));
  // Maturing brings money to some whom others brought.
  const brought = `SELECT c.id FROM customers c LEFT JOIN ledger.accounts a ON a.owner = c.id
    WHERE c.depth > 0 AND coalesce(a.balance, 0) = 0 ORDER BY c.id LIMIT 2000`;
  const [penniless] = await logIn('penniless.tsv', await db.query(brought));
  return { all, heads: headsFile, penniless, people };
}

export function writeLines(file: string, lines: readonly (readonly string[])[]): Promise<void> {
  return writeFile(file, lines.map((fields) => `${fields.join('\t')}\n`).join(''));
}
