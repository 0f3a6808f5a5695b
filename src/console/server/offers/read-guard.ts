import { micros, toJsonNumber } from '#money/money.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import { readPresentRate } from '#wallet/server/read-present-rate.ts';
import { readUndecidedRates } from '#wallet/server/rate-store.ts';
import { readRateBounds } from '#wallet/server/rate-settings.ts';
import type { listRates, readGuard } from '#console/rates-contract.ts';
import { byWhom } from '../of-member.ts';

const mostRefused = 100;

/** The rate in force, rates waiting for a decision, and the limits they are judged by. */
export async function presentGuard(sql: Sql, mode: Config['mode']): Promise<AnswerOf<typeof readGuard>> {
  const { rate, closed } = await readPresentRate(sql, mode);
  const refused = await readUndecidedRates(sql, mostRefused);
  const bounds = await readRateBounds(sql, mode);
  return {
    Present: rate && { High: shown(rate.high), Low: shown(rate.low), Quoted: rate.at.toISOString() },
    Closed: closed,
    Refused: refused.map(({ id, high, low, quoted_at, why, refused_at, last_seen_at }) => ({
      Number: String(id),
      High: high && shown(high),
      Low: low && shown(low),
      Quoted: quoted_at.toISOString(),
      Why: why,
      Refused: refused_at.toISOString(),
      LastSeen: last_seen_at.toISOString(),
    })),
    Bounds: {
      MaxAgeMinutes: bounds.maxAgeMinutes,
      MaxSpread: toJsonNumber(bounds.maxSpread),
      MaxChange: toJsonNumber(bounds.maxChange),
      MaxDisagreement: toJsonNumber(bounds.maxDisagreement),
      FirstBetween: bounds.firstBetween && bounds.firstBetween.map(shown),
    },
  };
}

interface AcceptedRow {
  id: bigint;
  high: bigint;
  low: bigint;
  quoted_at: Date;
  accepted_at: Date;
  last_seen_at: Date;
  by_operator: boolean;
  operator: string | null;
  reason: string | null;
}

/** Accepted rates, newest first, with the person who let one through, if any. */
export async function listAccepted(
  sql: Sql,
  before: bigint | null,
  pageSize: number,
): Promise<{ rows: AnswerOf<typeof listRates>; next: string | null }> {
  const found = await sql.query<AcceptedRow & Record<string, unknown>>(
    `SELECT r.*, ${byWhom} AS operator, a.details ->> 'reason' AS reason
     FROM (SELECT * FROM accepted_rates WHERE $1::bigint IS NULL OR id < $1 ORDER BY id DESC LIMIT $2) r
     LEFT JOIN actions a ON r.by_operator AND a.action = 'rates accept' AND a.details ->> 'accepted' = r.id::text
     ORDER BY r.id DESC`,
    [before, pageSize + 1],
  );
  const rows = found.slice(0, pageSize);
  return {
    rows: rows.map((row) => ({
      Number: String(row.id),
      High: shown(row.high),
      Low: shown(row.low),
      Quoted: row.quoted_at.toISOString(),
      Accepted: row.accepted_at.toISOString(),
      LastSeen: row.last_seen_at.toISOString(),
      ByOperator: row.by_operator,
      By: row.operator,
      Reason: row.reason,
    })),
    next: found.length > pageSize ? String(rows.at(-1)?.id) : null,
  };
}

function shown(side: bigint): number {
  return toJsonNumber(micros(side));
}
