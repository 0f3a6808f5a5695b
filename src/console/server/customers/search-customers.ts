import { isReferralCode } from '#auth/server/referral-code.ts';
import { micros, toJsonNumber } from '#money/money.ts';
import { recordAction } from '#operator/server/record-action.ts';
import { foldPhone } from '#platform/typed/read-phone.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { isUuid } from '#http/server/cursor.ts';
import type { Database, Sql } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { StaffCall, StaffPage } from '#staff/server/serve-staff.ts';
import type { FoundCustomer, searchCustomers as contract } from '#console/customers-contract.ts';
import { readCode } from '#platform/typed/read-code.ts';
import { operatorOf } from '../acting.ts';

/** Fewest trailing digits of a phone number that are worth searching for. */
const fewestDigits = 4;

/**
 * Finds customers whose name and email contain words starting with all search terms, who have this referral code, or whose phone number
 * ends in these digits. An id finds its customer, or the owner of that position, transfer or award. Each lookup uses one index.
 */
export async function searchCustomers(
  db: Database,
  { body, ...call }: StaffCall<typeof contract>,
): Promise<StaffPage<FoundCustomer>> {
  const { search, limit } = body;
  const afterId = readPlace(body.after);
  const by = kindOf(search);
  return transaction(db, async (tx) => {
    const rows = await findCustomers(tx, { by, search, afterId, limit });
    const shown = rows.slice(0, limit);
    const customers = shown.map(({ id }) => id).join(' ');
    const details = { by, found: shown.length, customers };
    await recordAction(tx, { operator: operatorOf(call), action: 'customers search', details });
    return { rows: shown.map(presentFound), next: rows.length > limit ? writePlace(shown) : null };
  });
}

type SearchKind = 'newest' | 'reference' | 'words';

function kindOf(search: string): SearchKind {
  if (search === '') return 'newest';
  return isUuid(search) ? 'reference' : 'words';
}

export interface FoundRow {
  id: string;
  name: string;
  email: string;
  phone: string;
  code: string;
  created_at: Date;
  balance: bigint;
  is_frozen: boolean;
}

/** Columns of each row, and the final SELECT over a page, newest first. */
export const foundColumns = `c.id, c.name, c.email, c.phone, c.code, c.created_at`;
export const withBalances = `SELECT p.*, coalesce(a.balance, 0) AS balance, a.frozen_at IS NOT NULL AS is_frozen FROM page p
  LEFT JOIN ledger.accounts a ON a.owner = p.id ORDER BY p.created_at DESC, p.id DESC`;
const older = `($1::uuid IS NULL OR (c.created_at, c.id) < ((SELECT created_at FROM customers WHERE id = $1), $1))`;
const newestFirst = `${older} ORDER BY c.created_at DESC, c.id DESC LIMIT $2`;

/**
 * ':' sorts after the digits, so a range scan from the reversed digits to the same digits plus ':' finds every number with this ending,
 * whatever the plan.
 */
export const searchSql = {
  newest: `WITH page AS MATERIALIZED (SELECT ${foundColumns} FROM customers c WHERE ${newestFirst}) ${withBalances}`,
  reference: `WITH ids AS (
      SELECT $3::uuid AS id UNION SELECT customer_id FROM positions WHERE id = $3
      UNION SELECT customer_id FROM broker_transfers WHERE id = $3
      UNION SELECT beneficiary_id FROM network_awards WHERE id = $3
    ), page AS MATERIALIZED (
      SELECT ${foundColumns} FROM customers c WHERE c.id IN (SELECT id FROM ids) AND ${newestFirst}
    ) ${withBalances}`,
  words: `WITH found AS MATERIALIZED (
      (SELECT ${foundColumns} FROM customers c WHERE staff_words(c.name, c.email) @@ (
        SELECT string_agg(quote_literal(word) || ':*', ' & ') FROM unnest(words_of($3)) AS word)::tsquery AND ${newestFirst})
      UNION (SELECT ${foundColumns} FROM customers c WHERE c.code = $4 AND ${older})
      UNION (SELECT ${foundColumns} FROM customers c WHERE reverse(c.phone) ~>=~ reverse($5) AND reverse(c.phone) ~<~ (reverse($5) || ':') AND ${newestFirst})
    ), page AS MATERIALIZED (SELECT * FROM found c ORDER BY c.created_at DESC, c.id DESC LIMIT $2) ${withBalances}`,
};

interface Asked {
  by: SearchKind;
  search: string;
  afterId: string | null;
  limit: number;
}

/** Fetches one more than `limit`. */
function findCustomers(sql: Sql, { by, search, afterId, limit }: Asked): Promise<FoundRow[]> {
  const page = [afterId, limit + 1];
  if (by === 'newest') return sql.query<FoundRow>(searchSql.newest, page);
  if (by === 'reference') return sql.query<FoundRow>(searchSql.reference, [...page, search]);
  const code = readCode(search);
  const values = [search, isReferralCode(code) ? code : null, digitsOf(search)];
  return sql.query<FoundRow>(searchSql.words, [...page, ...values]);
}

/** Extracts the digits however they are formatted; null if it is not a phone number or too short. */
function digitsOf(search: string): string | null {
  const digits = /^\+?(\d+)$/.exec(foldPhone(search))?.[1] ?? '';
  return digits.length >= fewestDigits ? digits : null;
}

export function presentFound(row: FoundRow): FoundCustomer {
  return {
    Id: row.id,
    Name: row.name,
    Email: row.email,
    Phone: row.phone,
    Code: row.code,
    Since: row.created_at.toISOString(),
    Balance: toJsonNumber(micros(row.balance)),
    Frozen: row.is_frozen,
  };
}

/** A page's cursor is the id of its last row, because database timestamps are finer than a `Date`. */
export function readPlace(after: string | undefined): string | null {
  if (after === undefined) return null;
  const id = Buffer.from(after, 'base64url').toString();
  if (!isUuid(id)) throw refusePlatform('invalid_field', { field: 'after' });
  return id;
}

export function writePlace(shown: readonly { id: string }[]): string | null {
  const last = shown.at(-1);
  return last ? Buffer.from(last.id).toString('base64url') : null;
}
