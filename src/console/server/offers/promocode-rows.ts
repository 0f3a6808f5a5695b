import { micros, type Percent, toJsonNumber } from '#money/money.ts';
import type { Cursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import { type Promocode, statusOf } from '#primevault/promocode.ts';
import { asPromocode, promocodeColumns, type PromocodeRow } from '#primevault/server/promocode-store.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import type { listUses, ShownPromocode } from '#console/promocodes-contract.ts';

/** Codes by start, latest first, then by name. */
export async function listPromocodeRows(
  sql: Sql,
  after: { from: Date; code: string } | null,
  most: number,
): Promise<Promocode[]> {
  const rows = await sql.query<PromocodeRow>(
    `SELECT ${promocodeColumns} FROM promocodes
     WHERE $1::timestamptz IS NULL OR (valid_from, code) < ($1, $2) ORDER BY valid_from DESC, code DESC LIMIT $3`,
    [after?.from ?? null, after?.code ?? '', most],
  );
  return rows.map(asPromocode);
}

export function presentPromocode(promocode: Promocode, now: Date): ShownPromocode {
  return {
    Code: promocode.code,
    Points: toJsonNumber(promocode.points),
    Uses: promocode.uses,
    UsesAllowed: promocode.usesAllowed,
    UsesPerCustomer: promocode.usesPerCustomer,
    Promised: toJsonNumber(promocode.promised),
    MostPromised: toJsonNumber(promocode.mostPromised),
    Minimum: toJsonNumber(promocode.minAmount),
    From: promocode.validFrom.toISOString(),
    Until: promocode.validUntil.toISOString(),
    Ended: promocode.endedAt?.toISOString() ?? null,
    State: statusOf(promocode, now),
  };
}

export interface UseRow {
  id: string;
  claimed_at: Date;
  customer_id: string;
  name: string;
  email: string;
  started_at: Date;
  ends_at: Date;
  amount: bigint;
  rate: bigint;
}

/** The investments that used the code, most recently claimed first. */
export function listUseRows(sql: Sql, code: string, { at, id }: Cursor, most: number): Promise<UseRow[]> {
  return sql.query<UseRow & Record<string, unknown>>(
    `SELECT c.id, c.claimed_at, c.customer_id, k.name, k.email, p.started_at, p.ends_at, p.amount, p.rate
     FROM promocode_claims c JOIN positions p ON p.id = c.position_id AND p.cell = c.cell JOIN customers k ON k.id = c.customer_id
     WHERE c.code = $1 AND (date_trunc('milliseconds', c.claimed_at), c.id) < ($2, $3)
     ORDER BY date_trunc('milliseconds', c.claimed_at) DESC, c.id DESC LIMIT $4`,
    [code, at, id, most],
  );
}

export function presentUse(row: UseRow): AnswerOf<typeof listUses>[number] {
  return {
    Id: row.id,
    Customer: { Id: row.customer_id, Name: row.name, Email: row.email },
    Opened: row.started_at.toISOString(),
    Amount: toJsonNumber(micros(row.amount)),
    Rate: toJsonNumber(row.rate as Percent),
    Ends: row.ends_at.toISOString(),
  };
}
