import { micros, type Percent, toJsonNumber } from '#money/money.ts';
import { awardsOwed, bonusesWaiting } from '#network/server/bonus-store.ts';
import type { AwardKind } from '#network/awards.ts';
import type { Cursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { AwardToCome } from '#console/treasury-contract.ts';

export interface AwardRow {
  id: string;
  kind: AwardKind;
  level: number;
  beneficiary_id: string;
  name: string;
  email: string;
  source_id: string;
  source_name: string;
  position_id: string;
  base: bigint;
  percentage: bigint;
  value: bigint;
  /** Since when it has been owed or waiting. */
  at: Date;
}

/** Oldest first. */
export function listAwardRows(
  sql: Sql,
  { which, customer }: { which: 'owed' | 'waiting'; customer?: string | undefined },
  { at, id }: Cursor,
  most: number,
): Promise<AwardRow[]> {
  const [where, since] = which === 'owed' ? [awardsOwed, 'due_at'] : [bonusesWaiting, 'happened_at'];
  return sql.query<AwardRow & Record<string, unknown>>(
    `SELECT a.*, c.name, c.email, s.name AS source_name FROM (
       SELECT id, kind, level, beneficiary_id, source_id, position_id, base, percentage, value, ${since} AS at
       FROM network_awards WHERE ${where} AND (${since}, id) > ($1::timestamptz, $2::uuid)
         AND ($4::uuid IS NULL OR beneficiary_id = $4) ORDER BY ${since}, id LIMIT $3
     ) AS a JOIN customers c ON c.id = a.beneficiary_id JOIN customers s ON s.id = a.source_id ORDER BY a.at, a.id`,
    [at, id, most, customer ?? null],
  );
}

export function presentAward(row: AwardRow): AwardToCome {
  return {
    Id: row.id,
    Kind: row.kind,
    Level: row.level,
    Customer: { Id: row.beneficiary_id, Name: row.name, Email: row.email },
    Source: { Id: row.source_id, Name: row.source_name },
    Position: row.position_id,
    Base: toJsonNumber(micros(row.base)),
    Percentage: toJsonNumber(row.percentage as Percent),
    Value: toJsonNumber(micros(row.value)),
    Since: row.at.toISOString(),
  };
}
