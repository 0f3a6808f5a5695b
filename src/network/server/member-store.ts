import { type Micros, micros } from '#money/money.ts';
import { readOne, type Sql } from '#database/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import { type MemberOrder, mostOfPath } from '../contract.ts';
import { broughtBySql } from './award-store.ts';

export interface MemberRecord {
  id: string;
  name: string;
  email: string;
  phone: string;
  isMasked: boolean;
  balance: Micros;
  /** What they brought the calling customer, as shown. */
  earned: Micros;
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
  earned: bigint;
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
    earned: micros(row.earned),
    path: row.path,
    names: row.names,
    members: Number(row.members),
    level: row.level,
  };
}

/** Returns how far a customer is below `callerId`: 0 for themselves, null when they are not below or do not exist. */
export async function readDepthBelow(sql: Sql, callerId: string, id: string): Promise<number | null> {
  const row = await readOne<{ level: number }>(
    sql,
    `SELECT c.depth - caller.depth AS level FROM customers c, customers caller
     WHERE c.id = $2 AND caller.id = $1 AND ancestor_at($2, caller.depth) = $1`,
    [callerId, id],
  );
  return row && row.level;
}

export interface MemberPage {
  span: Span;
  order: MemberOrder;
  /** The last member of the previous page, with what they had brought where that is the order; null for the first page. */
  after: { id: string; earned: Micros | null } | null;
  limit: number;
}

/** Looks up balance, direct members and what they brought for the rows of the page only, each by index. */
const figures = (way: { columns: string; from: string; caller: string; order?: string }): string => `
  SELECT p.*, coalesce(a.balance, 0) AS balance, (SELECT count(*) FROM customers below WHERE below.referrer_id = p.id) AS members,
    ${broughtBySql(way.caller, 'p.id')} AS earned, ${way.columns}
  FROM page p
  LEFT JOIN ledger.accounts a ON a.owner = p.id
  ${way.from}
  ORDER BY ${way.order ?? 'p.created_at'} DESC, p.id DESC`;

/** For an erased customer, only the existence of the row is shown. */
const shown = `c.id, c.name, CASE WHEN c.erased_at IS NULL THEN c.email ELSE '' END AS email, c.phone, c.is_masked_to_upline, c.created_at`;

const older = `c.created_at >= $2 AND c.created_at < $3 AND ($4::uuid IS NULL
  OR (c.created_at, c.id) < ((SELECT created_at FROM customers WHERE id = $4), $4))
  ORDER BY c.created_at DESC, c.id DESC`;

const noWay = { columns: 'NULL::uuid[] AS path, NULL::text[] AS names, NULL::int AS level', from: '' };

export const levelSql = `
  WITH page AS MATERIALIZED (
    SELECT ${shown} FROM customers c WHERE c.referrer_id = $1 AND ${older} LIMIT $5
  ) ${figures({ ...noWay, caller: '$6' })}`;

/** The same level, those first who brought the calling customer most: what each of the level brought is added up for that. */
export const levelByEarnedSql = `
  WITH page AS MATERIALIZED (
    SELECT * FROM (
      SELECT ${shown}, ${broughtBySql('$6', 'c.id')} AS brought FROM customers c
      WHERE c.referrer_id = $1 AND c.created_at >= $2 AND c.created_at < $3
    ) level WHERE $4::uuid IS NULL OR (brought, id) < ($7::bigint, $4) ORDER BY brought DESC, id DESC LIMIT $5
  ) ${figures({ ...noWay, caller: '$6', order: 'p.brought' })}`;

/** The last steps of the way from the calling customer down to a hit. */
const wayTo = `CROSS JOIN caller CROSS JOIN LATERAL (
    WITH RECURSIVE way AS (
      SELECT c.id, c.name, c.referrer_id, c.depth, 1 AS steps FROM customers c WHERE c.id = p.id
      UNION ALL
      SELECT above.*, w.steps + 1 FROM way w CROSS JOIN LATERAL (
        SELECT c.id, c.name, c.referrer_id, c.depth FROM customers c WHERE c.id = w.referrer_id OFFSET 0) above
      WHERE w.steps < ${mostOfPath} AND w.depth > caller.depth + 1
    )
    SELECT array_agg(id ORDER BY depth) AS ids, array_agg(name ORDER BY depth) AS names, max(depth) AS depth FROM way
  ) way`;

/** The largest network that is read through whatever is searched for in it. */
const mostReadThrough = 1000;

/**
 * A small network is read through. In a larger one, those of the same tree who have the words are tried newest first, each by a few jumps
 * up to the caller's depth, until the page is full.
 */
export const searchSql = `
  WITH caller AS MATERIALIZED (
    SELECT id, name, root_id, depth, (
      SELECT string_agg(quote_literal(word) || ':*', ' & ') FROM unnest(words_of($6)) AS word)::tsquery AS words
    FROM customers WHERE id = $1
  ), near AS MATERIALIZED (
    SELECT id FROM customers_below($1, ${mostReadThrough + 1}) AS id
  ), page AS MATERIALIZED (
    (SELECT ${shown} FROM near JOIN customers c ON c.id = near.id
      WHERE (SELECT count(*) FROM near) <= ${mostReadThrough}
        AND c.search_words @@ (SELECT words FROM caller) AND ${older} LIMIT $5)
    UNION ALL
    (SELECT id, name, email, phone, is_masked_to_upline, created_at FROM (
      SELECT ${shown} FROM customers c
      WHERE (SELECT count(*) FROM near) > ${mostReadThrough} AND c.root_id = (SELECT root_id FROM caller)
        AND c.depth > (SELECT depth FROM caller) AND c.search_words @@ (SELECT words FROM caller) AND ${older} OFFSET 0) found
      WHERE ancestor_at(id, (SELECT depth FROM caller)) = $1 LIMIT $5)
  ) ${figures({
    columns: 'caller.id || way.ids AS path, caller.name || way.names AS names, way.depth - caller.depth AS level',
    from: wayTo,
    caller: '$1',
  })}`;

/** Returns one level of the tree below a caller: a member's direct members, up to one more than `limit`. */
export async function readLevel(
  sql: Sql,
  { callerId, parentId }: { callerId: string; parentId: string },
  { span, order, after, limit }: MemberPage,
): Promise<MemberRecord[]> {
  const values = [parentId, span.start, span.end, after?.id ?? null, limit + 1, callerId];
  const rows =
    order === 'earned'
      ? await sql.query<MemberRow>(levelByEarnedSql, [...values, after?.earned ?? null])
      : await sql.query<MemberRow>(levelSql, values);
  return rows.map(asRecord);
}

/** Finds members below a customer who match every search word by prefix, newest first, up to one more than `limit`. */
export async function searchDownline(
  sql: Sql,
  callerId: string,
  text: string,
  { span, after, limit }: MemberPage,
): Promise<MemberRecord[]> {
  const values = [callerId, span.start, span.end, after?.id ?? null, limit + 1, text];
  const rows = await sql.query<MemberRow>(searchSql, values);
  return rows.map(asRecord);
}
