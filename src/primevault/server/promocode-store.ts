import { type Micros, micros, type Percent } from '#money/money.ts';
import { readOne, type Sql, type Tx } from '#platform/server/database.ts';
import type { Promocode } from '../promocode.ts';

interface PromocodeRow {
  code: string;
  points: bigint;
  uses_allowed: number;
  uses_per_customer: number;
  uses: number;
  min_amount: bigint;
  valid_from: Date;
  valid_until: Date;
  ended_at: Date | null;
}

const columns = 'code, points, uses_allowed, uses_per_customer, uses, min_amount, valid_from, valid_until, ended_at';

function asPromocode(row: PromocodeRow): Promocode {
  return {
    code: row.code,
    points: row.points as Percent,
    usesAllowed: row.uses_allowed,
    usesPerCustomer: row.uses_per_customer,
    uses: row.uses,
    minAmount: micros(row.min_amount),
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    endedAt: row.ended_at,
  };
}

/** False when there is such a code already. */
export async function insertPromocode(tx: Tx, promocode: Promocode): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO promocodes (code, points, uses_allowed, uses_per_customer, min_amount, valid_from, valid_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING code`,
    [
      promocode.code,
      promocode.points,
      promocode.usesAllowed,
      promocode.usesPerCustomer,
      promocode.minAmount,
      promocode.validFrom,
      promocode.validUntil,
    ],
  );
  return rows.length === 1;
}

/**
 * Counts one use, and answers the code; null when any of its conditions is in the way. Whoever comes at the same moment
 * waits for the row and finds the count of the one before, or the use given back when that one was refused.
 */
export async function useOnce(tx: Tx, code: string, amount: Micros, now: Date): Promise<Promocode | null> {
  const row = await readOne<PromocodeRow>(
    tx,
    `UPDATE promocodes SET uses = uses + 1
     WHERE code = $1 AND min_amount <= $2 AND uses < uses_allowed
       AND valid_from <= $3 AND valid_until > $3 AND (ended_at IS NULL OR ended_at > $3)
     RETURNING ${columns}`,
    [code, amount, now],
  );
  return row && asPromocode(row);
}

/** Counts one use by a customer; false when they have used the code as often as each may. */
export async function useOnceBy(
  tx: Tx,
  { code, usesPerCustomer }: Pick<Promocode, 'code' | 'usesPerCustomer'>,
  customerId: string,
): Promise<boolean> {
  const row = await readOne(
    tx,
    `INSERT INTO promocode_uses AS own (code, customer_id, uses) VALUES ($1, $2, 1)
     ON CONFLICT (code, customer_id) DO UPDATE SET uses = own.uses + 1 WHERE own.uses < $3 RETURNING uses`,
    [code, customerId, usesPerCustomer],
  );
  return row !== null;
}

/** How often the customer has used the code. */
export async function readUsesBy(sql: Sql, code: string, customerId: string): Promise<number> {
  const row = await readOne<{ uses: number }>(
    sql,
    'SELECT uses FROM promocode_uses WHERE code = $1 AND customer_id = $2',
    [code, customerId],
  );
  return row?.uses ?? 0;
}

export async function readPromocode(sql: Sql, code: string): Promise<Promocode | null> {
  const row = await readOne<PromocodeRow>(sql, `SELECT ${columns} FROM promocodes WHERE code = $1`, [code]);
  return row && asPromocode(row);
}

export async function readPromocodes(sql: Sql): Promise<Promocode[]> {
  const rows = await sql.query<PromocodeRow>(`SELECT ${columns} FROM promocodes ORDER BY valid_from DESC, code`);
  return rows.map(asPromocode);
}

/** Ends a code that is not over yet; null when it is, or when there is none. */
export async function markEnded(tx: Tx, code: string, now: Date): Promise<Promocode | null> {
  const row = await readOne<PromocodeRow>(
    tx,
    `UPDATE promocodes SET ended_at = $2 WHERE code = $1 AND ended_at IS NULL AND valid_until > $2 RETURNING ${columns}`,
    [code, now],
  );
  return row && asPromocode(row);
}
