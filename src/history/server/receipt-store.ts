import { micros } from '#money/money.ts';
import { readOne, type Sql } from '#platform/server/database.ts';
import type { Posting } from './statement-store.ts';

/** A transfer of an event; as text, because JSON would round it. */
export interface EventTransfer {
  id: string;
  from: string;
  to: string;
  amount: string;
}

interface PostingRow {
  id: bigint;
  kind: string;
  counterpart: string;
  reference: string | null;
  happened_at: Date;
  amount: bigint;
  balance: bigint;
  transfers: EventTransfer[];
}

/** The posting on the customer's balance, with the event's transfers from and to their accounts; null when it is not theirs. */
export async function readPosting(
  sql: Sql,
  customerId: string,
  id: bigint,
): Promise<{ posting: Posting; transfers: EventTransfer[] } | null> {
  const row = await readOne<PostingRow>(sql, receiptSql, [customerId, id]);
  if (!row) return null;
  return {
    posting: {
      id: row.id,
      kind: row.kind,
      counterpart: row.counterpart,
      reference: row.reference,
      happenedAt: row.happened_at,
      amount: micros(row.amount),
      balance: micros(row.balance),
    },
    transfers: row.transfers,
  };
}

const receiptSql = `
  SELECT t.id, j.kind, j.reference, t.happened_at,
    CASE WHEN t.from_account = own.id THEN o.kind ELSE f.kind END AS counterpart,
    CASE WHEN t.from_account = own.id THEN -t.amount ELSE t.amount END AS amount,
    CASE WHEN t.from_account = own.id THEN t.from_balance ELSE t.to_balance END AS balance,
    (SELECT json_agg(json_build_object('id', e.id::text, 'from', ef.kind, 'to', et.kind, 'amount', e.amount::text)
        ORDER BY e.id)
      FROM ledger.transfers e
      JOIN ledger.accounts ef ON ef.id = e.from_account
      JOIN ledger.accounts et ON et.id = e.to_account
      WHERE e.journal_id = t.journal_id AND (ef.owner = $1 OR et.owner = $1)) AS transfers
  FROM ledger.transfers t
  JOIN ledger.accounts own ON own.owner = $1 AND own.kind = 'balance' AND own.id IN (t.from_account, t.to_account)
  JOIN ledger.journals j ON j.id = t.journal_id
  JOIN ledger.accounts f ON f.id = t.from_account
  JOIN ledger.accounts o ON o.id = t.to_account
  WHERE t.id = $2`;
