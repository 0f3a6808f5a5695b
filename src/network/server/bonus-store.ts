import { type Micros, micros } from '#money/money.ts';
import { readOne, requireOne, type Sql, type Tx } from '#platform/server/database.ts';
import { addDays } from '#platform/clock.ts';
import { asDue, asRecord, awardColumns, type AwardRow, type DueAward } from './award-store.ts';

/**
 * What a beneficiary's bonuses of the last 24 hours and the last 30 days come to, by when they were reckoned; void ones left
 * out. Read while the tree is locked, in which everybody is whose positions could bring them another: nobody adds one meanwhile.
 */
export async function sumRecentBonuses(
  tx: Tx,
  beneficiaryId: string,
  at: Date,
): Promise<{ day: Micros; month: Micros }> {
  const row = await requireOne<{ day: bigint; month: bigint }>(
    tx,
    `SELECT coalesce(sum(value) FILTER (WHERE happened_at > $2), 0)::bigint AS day, coalesce(sum(value), 0)::bigint AS month
     FROM network_awards WHERE beneficiary_id = $1 AND kind = 'bonus' AND happened_at > $3 AND void_at IS NULL`,
    [beneficiaryId, addDays(at, -1), addDays(at, -30)],
  );
  return { day: micros(row.day), month: micros(row.month) };
}

/** What the treasury owes for awards that are due, and what it will for bonuses whose positions still run. */
export async function sumAwardsToCome(sql: Sql): Promise<{ owed: Micros; waiting: Micros }> {
  const row = await requireOne<{ owed: bigint; waiting: bigint }>(
    sql,
    `SELECT coalesce(sum(value) FILTER (WHERE due_at IS NOT NULL), 0)::bigint AS owed,
       coalesce(sum(value) FILTER (WHERE due_at IS NULL), 0)::bigint AS waiting
     FROM network_awards WHERE paid_at IS NULL AND void_at IS NULL`,
    [],
  );
  return { owed: micros(row.owed), waiting: micros(row.waiting) };
}

/** The bonuses on these positions, due from now on; those that were due before, or are void, are left out. */
export async function markBonusesDue(tx: Tx, positionIds: readonly string[], at: Date): Promise<DueAward[]> {
  const rows = await tx.query<AwardRow>(
    `UPDATE network_awards SET due_at = $2
     WHERE position_id = ANY ($1) AND kind = 'bonus' AND due_at IS NULL AND void_at IS NULL RETURNING ${awardColumns}`,
    [positionIds, at],
  );
  return rows.map((row) => asDue(asRecord(row)));
}

/** What a bonus was reckoned on that is void from now on; null when there is none to be. */
export async function markBonusVoid(tx: Tx, positionId: string, at: Date): Promise<Micros | null> {
  const row = await readOne<{ base: bigint }>(
    tx,
    `UPDATE network_awards SET void_at = $2
     WHERE position_id = $1 AND kind = 'bonus' AND due_at IS NULL AND void_at IS NULL RETURNING base`,
    [positionId, at],
  );
  return row && micros(row.base);
}
