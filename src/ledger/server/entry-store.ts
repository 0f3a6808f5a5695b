import { type Micros, micros } from '#money/money.ts';
import type { Sql } from '#database/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import type { AccountKind } from '../journal.ts';
import type { EntryPlace } from './entry-place.ts';

/** A customer's entry, with what its journal is about. */
export interface OwnEntry extends EntryPlace {
  kind: string;
  from: AccountKind;
  to: AccountKind;
  amount: Micros;
  /** Balance after the entry, for accounts that have a running one. */
  fromBalance: Micros | null;
  toBalance: Micros | null;
  happenedAt: Date;
  reference: string | null;
}

export interface EntryRow extends EntryPlace {
  kind: string;
  from_account: AccountKind;
  to_account: AccountKind;
  amount: bigint;
  from_balance: bigint | null;
  to_balance: bigint | null;
  happened_at: Date;
  reference: string | null;
}

const columns = `e.number, e.leg, e.kind, e.from_account, e.to_account, e.amount, e.from_balance, e.to_balance, e.happened_at, j.reference`;

/**
 * Looked up for each entry found: a plain join would tempt the planner to start from all of the owner's journals. With the timestamp, which
 * equals the entry's, either index leads to the one row; without it, a plan that used the index by time scanned all of the owner's.
 */
const journal = `LEFT JOIN LATERAL (
    SELECT reference FROM ledger.journals
    WHERE owner = e.owner AND number = e.number AND cell = e.cell AND happened_at = e.happened_at OFFSET 0
  ) j ON true`;

/**
 * SQL for the first of the owner's journals at or after an instant. Timestamps never decrease within an owner, so a span of time is a range
 * of numbers.
 */
function firstSince(moment: string): string {
  return `(SELECT coalesce((SELECT number FROM ledger.journals WHERE owner = $1 AND cell = cell_of($1) AND happened_at >= ${moment}::timestamptz
    ORDER BY happened_at, number LIMIT 1), 9223372036854775807))`;
}

/**
 * Selects the entries after a cursor ($2, $3) within a span of time ($4, $5), newest first, as one range of the owner's ($1) own index. The
 * upper bound is a single place, the nearer of the two: given two conditions, the index starts at one and scans everything in between.
 */
export function entriesSql(which: string, { more = '', join = '' } = {}): string {
  return `
    WITH span AS MATERIALIZED (
      SELECT since, least(until, $2::bigint) AS until, CASE WHEN $2 < until THEN $3::smallint ELSE 0::smallint END AS leg
      FROM (SELECT ${firstSince('$4')} AS since, ${firstSince('$5')} AS until OFFSET 0) numbers
    )
    SELECT ${columns}${more && `, ${more}`}
    FROM ledger.entries e ${journal} ${join}
    WHERE e.owner = $1 AND e.cell = cell_of($1) AND e.number >= (SELECT since FROM span)
      AND (e.number, e.leg) < ((SELECT until FROM span), (SELECT leg FROM span)) AND ${which}
    ORDER BY e.number DESC, e.leg DESC LIMIT $6`;
}

/** The same over the owner's whole time, for requests without a span: skips the lookup of the span's bounds. The limit is $4. */
export function wholeEntriesSql(which: string): string {
  return `
    SELECT ${columns} FROM ledger.entries e ${journal}
    WHERE e.owner = $1 AND e.cell = cell_of($1) AND (e.number, e.leg) < ($2::bigint, $3::smallint) AND ${which}
    ORDER BY e.number DESC, e.leg DESC LIMIT $4`;
}

/** The part of an owner's entries that is requested. */
export interface EntryQuery {
  owner: string;
  before: EntryPlace;
  span: Span;
  limit: number;
}

/** The parameters of a statement of `entriesSql`: one row more than `limit`, so that the caller knows whether there is a next page. */
export function valuesOf({ owner, before, span, limit }: EntryQuery): unknown[] {
  return [owner, before.number, before.leg, span.start, span.end, limit + 1];
}

/** @param text made by `entriesSql`; `more` are its additional parameters, from $7 on */
export async function readEntries(sql: Sql, text: string, query: EntryQuery, ...more: unknown[]): Promise<OwnEntry[]> {
  const rows = await sql.query<EntryRow>(text, [...valuesOf(query), ...more]);
  return rows.map(asEntry);
}

/** @param text made by `wholeEntriesSql`; the query's span is ignored */
export async function readWholeEntries(
  sql: Sql,
  text: string,
  { owner, before, limit }: EntryQuery,
): Promise<OwnEntry[]> {
  const rows = await sql.query<EntryRow>(text, [owner, before.number, before.leg, limit + 1]);
  return rows.map(asEntry);
}

/** Returns every entry of one journal of the owner, in order; none if the journal is not theirs. */
export async function readJournalEntries(sql: Sql, owner: string, number: bigint): Promise<OwnEntry[]> {
  const rows = await sql.query<EntryRow>(
    `SELECT ${columns} FROM ledger.entries e ${journal}
     WHERE e.owner = $1 AND e.cell = cell_of($1) AND e.number = $2 ORDER BY e.leg`,
    [owner, number],
  );
  return rows.map(asEntry);
}

function asEntry(row: EntryRow): OwnEntry {
  return {
    number: row.number,
    leg: row.leg,
    kind: row.kind,
    from: row.from_account,
    to: row.to_account,
    amount: micros(row.amount),
    fromBalance: row.from_balance === null ? null : micros(row.from_balance),
    toBalance: row.to_balance === null ? null : micros(row.to_balance),
    happenedAt: row.happened_at,
    reference: row.reference,
  };
}
