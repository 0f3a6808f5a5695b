import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usd } from '#money/money.ts';
import { fundTreasury } from '#operator/server/fund-treasury.ts';
import type { Database } from '#platform/server/database.ts';
import { drawToken, hashOfToken } from '#platform/server/secret-token.ts';
import { transaction } from '#platform/server/transaction.ts';

/** So many of the customers are logged in: the load goes round among them. */
const mostSessions = 5_000;
const batch = 5_000;

const insertCustomers = `INSERT INTO customers (id, email, email_confirmed_at, name, phone, birth, password_hash, code, terms_accepted_at)
  SELECT gen_random_uuid(), 'bench' || n || '@example.net', now(), 'Bench ' || n, '+5511987654321', '1990-01-01', 'none', 'B' || n, now()
  FROM generate_series($1::int, $2::int) AS n RETURNING id`;

/** A deposit that the brokerage has settled, for each: money that the books know where it is from. */
const bring = `WITH brought AS (
    INSERT INTO broker_transfers (id, cell, customer_id, direction, amount, currency, rate, fee, net, state, created_at, ended_at, due_at)
    SELECT gen_random_uuid(), cell_of(id), id, 'deposit', $2, 'usdt', 1000000, 0, $2, 'settled', now(), now(), NULL FROM unnest($1::uuid[]) AS id
    RETURNING id, customer_id, amount
  )
  SELECT count(*) FROM brought,
    ledger.post('deposit:' || id || ':settled', 'deposit_settled', customer_id, id, now(), '{brokerage}', '{balance}', ARRAY[amount])`;

/** Customers with money, some of them logged in. Answers the file of their tokens and ids, a line each. */
export async function fill(db: Database, folder: string, customers: number): Promise<string> {
  await fundTreasury(db, usd('900000000'), 'bench');
  const people: string[] = [];
  for (let from = 1; from <= customers; from += batch) {
    await transaction(db, async (tx) => {
      await tx.query('SET LOCAL statement_timeout = 0');
      const rows = await tx.query<{ id: string }>(insertCustomers, [from, Math.min(customers, from + batch - 1)]);
      const ids = rows.map(({ id }) => id);
      await tx.query(bring, [ids, usd('1000000')]);
      people.push(...ids);
    });
  }
  return writeSessions(db, folder, people.slice(0, mostSessions));
}

async function writeSessions(db: Database, folder: string, people: readonly string[]): Promise<string> {
  const sessions = people.map((id) => ({ id, token: drawToken(id) }));
  await db.query(
    `INSERT INTO sessions (token_hash, cell, customer_id, created_at, expires_at, kept)
     SELECT hash, cell_of(id), id, now(), now() + interval '4 hours', false FROM unnest($1::bytea[], $2::uuid[]) AS s (hash, id)`,
    [sessions.map(({ token }) => hashOfToken(token)), people],
  );
  const file = join(folder, `sessions-${randomUUID()}.tsv`);
  await writeFile(file, sessions.map(({ token, id }) => `${token}\t${id}\n`).join(''));
  return file;
}
