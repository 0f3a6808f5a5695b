import { readOne, requireOne, type Sql } from '#database/server/database.ts';

/** A transfer settled here, with real times: when it was requested, and when the ledger was settled. */
export interface SettledTransfer {
  id: string;
  queuedAt: Date;
  settledAt: Date;
}

interface SettledRow {
  id: string;
  queued_at: Date;
  settled_at: Date;
}

/**
 * A settlement (of `broker_transfers b`) that turned out wrong, was reversed by two people, and whose break was resolved by a note that
 * names the reversal: the transfer counts as one that was never settled. A note alone resolves nothing here, nor does a reversal that
 * nobody has explained.
 */
const isTakenBackSql = `EXISTS (SELECT FROM ledger_reversals r JOIN reconciliation_notes n ON n.journal = 'reversed:' || r.journal
  AND n.reference = b.id::text WHERE r.journal = b.direction || ':' || b.id || ':settled' AND r.cell = b.cell)`;

const rowsAtOnce = 1_000;
const nobody = '00000000-0000-0000-0000-000000000000';

/** By the database's own clock. */
export async function readMoment(sql: Sql): Promise<Date> {
  return (await requireOne<{ now: Date }>(sql, 'SELECT clock_timestamp() AS now')).now;
}

/** When the first settled transfer was requested; null when none is settled. */
export async function readFirstSettled(sql: Sql): Promise<Date | null> {
  const text = `SELECT queued_at FROM broker_transfers WHERE state = 'settled' ORDER BY queued_at, id LIMIT 1`;
  return (await readOne<{ queued_at: Date }>(sql, text))?.queued_at ?? null;
}

/** Which of these transfers were settled before an instant. */
export async function readSettledBefore(sql: Sql, ids: readonly string[], asOf: Date): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await sql.query<{ id: string }>(
    `SELECT b.id FROM broker_transfers b LEFT JOIN ledger.journals j
       ON j.key = b.direction || ':' || b.id || ':settled' AND j.cell = b.cell
     WHERE b.id = ANY ($1) AND b.state = 'settled' AND coalesce(j.posted_at, b.queued_at) < $2 AND NOT ${isTakenBackSql}`,
    [ids, asOf],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Which of these transfers were settled wrongly and taken back since. */
export async function readTakenBack(sql: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await sql.query<{ id: string }>(
    `SELECT b.id FROM broker_transfers b WHERE b.id = ANY ($1) AND b.state = 'settled' AND ${isTakenBackSql}`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Iterates the transfers settled before an instant, in the order of their requests; each reading continues where the last one ended. */
export function walkSettled(sql: Sql, asOf: Date): { until(endMs: number): AsyncGenerator<SettledTransfer> } {
  // In the database's own precision: a JavaScript date would lose the microseconds.
  let last = { at: '-infinity', id: nobody };
  return {
    until: async function* (endMs) {
      const end = Number.isFinite(endMs) ? new Date(endMs).toISOString() : 'infinity';
      for (let isMore = true; isMore;) {
        const rows = await sql.query<SettledRow & { at: string }>(
          `SELECT b.id, b.queued_at, b.queued_at::text AS at, coalesce(j.posted_at, b.queued_at) AS settled_at
           FROM broker_transfers b LEFT JOIN ledger.journals j
             ON j.key = b.direction || ':' || b.id || ':settled' AND j.cell = b.cell
           WHERE b.state = 'settled' AND NOT ${isTakenBackSql} AND (b.queued_at, b.id) > ($1::text::timestamptz, $2) AND b.queued_at < $3::text::timestamptz
           ORDER BY b.queued_at, b.id LIMIT ${rowsAtOnce}`,
          [last.at, last.id, end],
        );
        for (const { id, at, queued_at, settled_at } of rows) {
          last = { at, id };
          // Their book is read from now on: what is settled meanwhile may be in a part that was already read.
          if (settled_at < asOf) yield { id, queuedAt: queued_at, settledAt: settled_at };
        }
        isMore = rows.length === rowsAtOnce;
      }
    },
  };
}
