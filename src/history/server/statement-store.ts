import { type Micros, micros } from '#money/money.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Span } from '#platform/server/span.ts';

/** One leg of a journal on the customer's balance. */
export interface Posting {
  id: bigint;
  kind: string;
  /** The account on the other side. */
  counterpart: string;
  reference: string | null;
  happenedAt: Date;
  amount: Micros;
  balance: Micros;
}

interface PostingRow {
  id: bigint;
  kind: string;
  counterpart: string;
  reference: string | null;
  happened_at: Date;
  amount: bigint;
  balance: bigint;
}

/** Up to `most` postings older than `before`, newest first: two walks down the account's own indexes, merged, within the span alone. */
export async function readPostings(
  sql: Sql,
  customerId: string,
  span: Span,
  before: bigint,
  most: number,
): Promise<Posting[]> {
  const rows = await sql.query<PostingRow>(postingsSql, [customerId, before, span.start, span.end, most]);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    counterpart: row.counterpart,
    reference: row.reference,
    happenedAt: row.happened_at,
    amount: micros(row.amount),
    balance: micros(row.balance),
  }));
}

/**
 * Postings are in the order in which they were posted, which their balances follow. That is the order of their moments too, but
 * for those that were under way at the same time: so far beyond the span is looked for them.
 */
const underWay = `interval '1 hour'`;

/**
 * As a range of the side's own index and in its order: asked for by equality and ordered by the number alone, a generic plan may
 * walk everybody's transfers by number instead.
 */
const leg = (own: string, other: string, sign: string): string => `
  SELECT t.id, t.journal_id, t.${other}_account AS counterpart_id, ${sign}t.amount AS amount,
    t.${own}_balance AS balance, t.happened_at
  FROM ledger.transfers t
  WHERE (t.${own}_account, t.id) >= ((SELECT id FROM own), (SELECT since FROM own))
    AND (t.${own}_account, t.id) < ((SELECT id FROM own), (SELECT until FROM own))
    AND t.happened_at >= $3 AND t.happened_at < $4
  ORDER BY t.${own}_account DESC, t.id DESC LIMIT $5`;

const postingsSql = `
  WITH own AS (
    SELECT id, ledger.first_transfer_since(id, $3::timestamptz - ${underWay}) AS since,
      least($2, ledger.first_transfer_since(id, $4::timestamptz + ${underWay})) AS until
    FROM ledger.accounts WHERE owner = $1 AND kind = 'balance'
  )
  SELECT l.id, j.kind, a.kind AS counterpart, j.reference, l.happened_at, l.amount, l.balance
  FROM ((${leg('from', 'to', '-')}) UNION ALL (${leg('to', 'from', '')})) l
  JOIN ledger.journals j ON j.id = l.journal_id
  JOIN ledger.accounts a ON a.id = l.counterpart_id
  ORDER BY l.id DESC LIMIT $5`;
