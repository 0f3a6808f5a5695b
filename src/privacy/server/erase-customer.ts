import { createHash } from 'node:crypto';
import { nobodysHash } from '#auth/server/password-work.ts';
import { endSessionsOf } from '#auth/server/session-store.ts';
import { freezeCustomer } from '#ledger/server/freeze.ts';
import { type Micros, zero } from '#money/money.ts';
import type { Sql, Tx } from '#database/server/database.ts';
import { giveUpRemainder } from './give-up-remainder.ts';
import { personalTables } from './personal-tables.ts';

/** Why a customer cannot be erased yet. */
export const obstacles = [
  'balance',
  'frozen',
  'position',
  'transfer',
  'award',
  'cause',
  'case',
  'kept_by_law',
] as const;
export type Obstacle = (typeof obstacles)[number];

/** What was in the way; if nothing was, what the customer gave up: less than a cent, or zero. */
export interface Erased {
  obstacles: Obstacle[];
  givenUp: Micros;
}

export interface Erasing {
  customerId: string;
  email: string;
  keepDays: number;
  /** Business time. */
  now: Date;
}

/**
 * Removes everything that identifies the person behind a customer and leaves the books, which keep their entries under an id that is
 * nobody's. Begins with a permanent freeze: requests just made in their name wait for it, and are refused. A remainder of less than one cent,
 * which nobody can withdraw, goes to the treasury. If there are obstacles, the caller rolls the transaction back.
 */
export async function eraseCustomer(tx: Tx, { customerId, email, keepDays, now }: Erasing): Promise<Erased> {
  // What members do from here on earns nobody anything before it is known whether this customer is still somebody.
  await tx.query('SELECT cause_place()');
  const isNewlyFrozen = await freezeCustomer(tx, customerId);
  // Any write about them locks their row: nothing is added during the erasure, nor after it.
  await tx.query('SELECT FROM customers WHERE id = $1 FOR UPDATE', [customerId]);
  const inTheWay = await readObstacles(tx, customerId, keepDays, now);
  if (!isNewlyFrozen) inTheWay.unshift('frozen');
  if (inTheWay.length > 0) return { obstacles: inTheWay, givenUp: zero };
  const givenUp = await giveUpRemainder(tx, customerId, now);
  await endSessionsOf(tx, customerId);
  await tx.query(
    `UPDATE second_factors SET ended_at = greatest(now(), since), ended_by = 'operator'
     WHERE customer_id = $1 AND ended_at IS NULL`,
    [customerId],
  );
  await tx.query('UPDATE customers SET avatar = NULL WHERE id = $1', [customerId]);
  for (const statement of deletions()) await tx.query(statement, [customerId]);
  // Attempts are counted under the hash of an email address, which belongs to nobody else.
  const counted = createHash('sha256').update(email).digest('base64url');
  await tx.query(`DELETE FROM attempts WHERE right(key, 44) = ':' || $1`, [counted]);
  await tx.query('SELECT erase_customer($1, $2, $3, $4)', [customerId, nobodysHash, keepDays, now]);
  return { obstacles: [], givenUp };
}

/** What is in the way as things stand, apart from a freeze. */
export async function readObstacles(sql: Sql, customerId: string, days: number, now: Date): Promise<Obstacle[]> {
  const rows = await sql.query<{ obstacle: Obstacle }>('SELECT erasure_obstacles($1, $2, $3) AS obstacle', [
    customerId,
    days,
    now,
  ]);
  return rows.map(({ obstacle }) => obstacle);
}

function deletions(): string[] {
  return Object.entries(personalTables).flatMap(([table, { where, erased }]) => {
    if (erased === 'deleted') return [`DELETE FROM ${table} t WHERE ${where}`];
    if (erased === 'words' || !('deletedWhere' in erased)) return [];
    return [`DELETE FROM ${table} t WHERE ${where} AND ${erased.deletedWhere}`];
  });
}
