import { mailsKeptDays } from '#mail/server/mail-queue.ts';
import { keptDays as noticesKeptDays } from '#notices/server/purge-old.ts';
import type { Database } from '#database/server/database.ts';
import { keysKeptDays } from '#http/server/idempotency.ts';
import { keepFor } from '#platform/server/keep-for.ts';
import { gaugeBy } from '#telemetry/server/metrics.ts';

/** Tables that customers fill and the clockwork empties, with how long their rows stay. Each has an index (cell, column). */
const purged = [
  { table: 'customer_notices', column: 'written_at', keptDays: noticesKeptDays },
  { table: 'idempotency_keys', column: 'created_at', keptDays: keysKeptDays },
  { table: 'mails', column: 'ended_at', keptDays: mailsKeptDays },
  { table: 'mailed_tokens', column: 'expires_at', keptDays: 0 },
  { table: 'sessions', column: 'expires_at', keptDays: 0 },
] as const;

/**
 * Publishes how long rows are overdue to be purged: if it grows, purging fails or does not keep up (docs/decisions/0069-growth.md). Finding
 * the oldest row of each cell is a single index lookup.
 */
export function watchPurging(db: Database, keptMs = 60_000): void {
  const read = keepFor(keptMs, async () => {
    const rows = await db.query<{ name: string; overdue: number }>(purged.map(overdueOf).join(' UNION ALL '));
    return Object.fromEntries(rows.map(({ name, overdue }) => [name, overdue]));
  });
  gaugeBy('lastro_purge_overdue_seconds', 'How long purging the oldest row of a table is overdue.', 'table', read);
}

function overdueOf({ table, column, keptDays }: (typeof purged)[number]): string {
  return `SELECT '${table}' AS name,
    greatest(0, coalesce(extract(epoch FROM now() - interval '${keptDays} days' - min(oldest)), 0))::float8 AS overdue
    FROM ledger.treasury AS c, LATERAL (
      SELECT ${column} AS oldest FROM ${table} WHERE cell = c.cell AND ${column} IS NOT NULL ORDER BY ${column} LIMIT 1
    ) AS first`;
}
