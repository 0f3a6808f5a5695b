import { type Micros, micros } from '#money/money.ts';
import { readOne, type Sql } from '#database/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import { mostOfPath } from '../contract.ts';

export interface MemberRecord {
  id: string;
  name: string;
  email: string;
  phone: string;
  isMasked: boolean;
  balance: Micros;
  /** The calling customer and the last of those down to the member; only in a search. */
  path: string[] | null;
  /** The names along the path. */
  names: string[] | null;
  members: number;
  /** How far they are below the calling customer; only in a search. */
  level: number | null;
}

interface MemberRow {
  id: string;
  name: string;
  email: string;
  phone: string;
  is_masked_to_upline: boolean;
  balance: bigint;
  path: string[] | null;
  names: string[] | null;
  members: bigint;
  level: number | null;
}

function asRecord(row: MemberRow): MemberRecord {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    isMasked: row.is_masked_to_upline,
    balance: micros(row.balance),
    path: row.path,
    names: row.names,
    members: Number(row.members),
    level: row.level,
  };
}

/**
 * Returns how far a customer is below `callerId`: 0 for themselves, null when they are not below or do not exist. The row itself holds its
 * ancestors, so this reads one row by key however deep the network is.
 */
export async function readDepthBelow(sql: Sql, callerId: string, id: string): Promise<number | null> {
  const row = await readOne<{ level: number }>(
    sql,
    `SELECT CASE WHEN id = $1 THEN 0 ELSE cardinality(upline) - array_position(upline, $1) + 1 END AS level
     FROM customers WHERE id = $2 AND (id = $1 OR $1 = ANY (upline))`,
    [callerId, id],
  );
  return row && row.level;
}

export interface MemberPage {
  span: Span;
  /** The last member of the previous page; null for the first page. */
  afterId: string | null;
  limit: number;
}

/** Looks up balance and direct members for the rows of the page only, each by index. */
const figures = (names: string): string => `
  SELECT p.*, coalesce(a.balance, 0) AS balance, (SELECT count(*) FROM customers below WHERE below.referrer_id = p.id) AS members,
    ${names} AS names
  FROM page p
  LEFT JOIN ledger.accounts a ON a.owner = p.id AND a.cell = cell_of(p.id)
  ORDER BY p.created_at DESC, p.id DESC`;

const namesOfPath = `(SELECT array_agg(along.name ORDER BY step.n) FROM unnest(p.path) WITH ORDINALITY AS step (id, n)
      JOIN customers along ON along.id = step.id)`;

/** For an erased customer, only the existence of the row is shown. */
const shown = `c.id, c.name, CASE WHEN c.erased_at IS NULL THEN c.email ELSE '' END AS email, c.phone, c.is_masked_to_upline, c.created_at`;

const older = `c.created_at >= $2 AND c.created_at < $3 AND ($4::uuid IS NULL
  OR (c.created_at, c.id) < ((SELECT created_at FROM customers WHERE id = $4), $4))
  ORDER BY c.created_at DESC, c.id DESC LIMIT $5`;

export const levelSql = `
  WITH page AS MATERIALIZED (
    SELECT ${shown}, NULL::uuid[] AS path, NULL::int AS level FROM customers c WHERE c.referrer_id = $1 AND ${older}
  ) ${figures('NULL::text[]')}`;

/** A network may be thousands of levels deep: a whole path for every hit would be megabytes, and is read of the page's hits alone. */
export const searchSql = `
  WITH page AS MATERIALIZED (
    SELECT c.*, $1::uuid || (c.upline[greatest(array_position(c.upline, $1) + 1, cardinality(c.upline) - ${mostOfPath} + 2):] || c.id) AS path,
      cardinality(c.upline) - array_position(c.upline, $1) + 1 AS level
    FROM (SELECT ${shown}, c.upline FROM customers c WHERE c.upline @> ARRAY[$1::uuid] AND c.search_words @@ (
      SELECT string_agg(quote_literal(word) || ':*', ' & ') FROM unnest(words_of($6)) AS word)::tsquery AND ${older}) c
  ) ${figures(namesOfPath)}`;

/** Returns one level of the tree: a member's direct members, newest first, up to one more than `limit`. */
export async function readLevel(
  sql: Sql,
  parentId: string,
  { span, afterId, limit }: MemberPage,
): Promise<MemberRecord[]> {
  const rows = await sql.query<MemberRow>(levelSql, [parentId, span.start, span.end, afterId, limit + 1]);
  return rows.map(asRecord);
}

/** Finds members below a customer who match every search word by prefix, newest first, up to one more than `limit`. */
export async function searchDownline(
  sql: Sql,
  callerId: string,
  text: string,
  { span, afterId, limit }: MemberPage,
): Promise<MemberRecord[]> {
  const rows = await sql.query<MemberRow>(searchSql, [callerId, span.start, span.end, afterId, limit + 1, text]);
  return rows.map(asRecord);
}
