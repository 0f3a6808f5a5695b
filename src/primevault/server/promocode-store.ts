import { micros, type Percent } from '#money/money.ts';
import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import type { Promocode } from '../promocode.ts';

export interface PromocodeRow {
  code: string;
  points: bigint;
  uses_allowed: number;
  uses_per_customer: number;
  uses: number;
  most_promised: bigint;
  promised: bigint;
  min_amount: bigint;
  valid_from: Date;
  valid_until: Date;
  ended_at: Date | null;
}

export const promocodeColumns =
  'code, points, uses_allowed, uses_per_customer, uses, most_promised, promised, min_amount, valid_from, valid_until, ended_at';

export function asPromocode(row: PromocodeRow): Promocode {
  return {
    code: row.code,
    points: row.points as Percent,
    usesAllowed: row.uses_allowed,
    usesPerCustomer: row.uses_per_customer,
    uses: row.uses,
    mostPromised: micros(row.most_promised),
    promised: micros(row.promised),
    minAmount: micros(row.min_amount),
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    endedAt: row.ended_at,
  };
}

/** False if the code already exists. */
export async function insertPromocode(tx: Tx, promocode: Promocode): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO promocodes (code, points, uses_allowed, uses_per_customer, most_promised, min_amount, valid_from, valid_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING code`,
    [
      promocode.code,
      promocode.points,
      promocode.usesAllowed,
      promocode.usesPerCustomer,
      promocode.mostPromised,
      promocode.minAmount,
      promocode.validFrom,
      promocode.validUntil,
    ],
  );
  return rows.length === 1;
}

export async function readPromocode(sql: Sql, code: string): Promise<Promocode | null> {
  const row = await readOne<PromocodeRow>(sql, `SELECT ${promocodeColumns} FROM promocodes WHERE code = $1`, [code]);
  return row && asPromocode(row);
}

export async function readPromocodes(sql: Sql): Promise<Promocode[]> {
  const rows = await sql.query<PromocodeRow>(
    `SELECT ${promocodeColumns} FROM promocodes ORDER BY valid_from DESC, code`,
  );
  return rows.map(asPromocode);
}

/** Ends a code that is not over yet; null if it is, or if it does not exist. */
export async function markEnded(tx: Tx, code: string, now: Date): Promise<Promocode | null> {
  const row = await readOne<PromocodeRow>(
    tx,
    `UPDATE promocodes SET ended_at = $2 WHERE code = $1 AND ended_at IS NULL AND valid_until > $2 RETURNING ${promocodeColumns}`,
    [code, now],
  );
  return row && asPromocode(row);
}
