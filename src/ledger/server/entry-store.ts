import { type Micros, micros } from '#money/money.ts';
import type { Sql } from '#database/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import type { AccountKind } from '../journal.ts';
import { type EntryPlace, newest } from './entry-place.ts';

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

const columns = `e.number, e.leg, e.kind, e.from_account, e.to_account, e.amount, e.from_balance, e.to_balance, e.happened_at, e.reference`;

/**
 * Selects the entries after a cursor ($2, $3) within a span of time ($4, $5), newest first, as one range of the owner's ($1) own journals,
 * whose moments never go back. Its upper bound is a single place, the nearer of the two: given two conditions, the index starts at one and
 * scans everything in between.
 */
export function entriesSql(which: string, { more = '', join = '' } = {}): string {
  return `
    WITH place AS MATERIALIZED (
      SELECT least($5::timestamptz, at) AS at, CASE WHEN at < $5 THEN $2::bigint ELSE 0 END AS number
      FROM (SELECT CASE $2::bigint WHEN ${newest.number} THEN 'infinity' ELSE coalesce((
        SELECT happened_at FROM ledger.journals WHERE owner = $1 AND number = $2 LIMIT 1), 'infinity') END AS at) cursor
    )
    SELECT ${columns}${more && `, ${more}`}
    FROM ledger.entries e ${join}
    WHERE e.owner = $1 AND e.happened_at >= $4
      AND (e.happened_at, e.number) <= ((SELECT at FROM place), (SELECT number FROM place))
      AND (e.number <> $2 OR e.leg < $3) AND ${which}
    ORDER BY e.happened_at DESC, e.number DESC, e.leg DESC LIMIT $6`;
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

/** Returns every entry of one journal of the owner, in order; none if the journal is not theirs. */
export async function readJournalEntries(sql: Sql, owner: string, number: bigint): Promise<OwnEntry[]> {
  const rows = await sql.query<EntryRow>(
    `SELECT ${columns} FROM ledger.entries e
     WHERE e.owner = $1 AND e.number = $2 ORDER BY e.leg`,
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
