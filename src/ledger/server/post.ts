import type { Refusal } from '#platform/refusal.ts';
import { noteChange } from '#platform/server/changes.ts';
import { requireOne, type Tx } from '#platform/server/database.ts';
import type { AccountKind, Journal } from '../journal.ts';
import { refuseLedger } from '../refusals.ts';

export interface Posted {
  journalId: bigint;
  /** False when the event had been posted before: nothing moved now. */
  posted: boolean;
}

const tooLittle = 'LB001';

/**
 * The only writer of money. Posts the journal inside the caller's transaction, in one round trip: the SQL function claims
 * the event's key, locks the accounts in ascending order, moves, and refuses on the row that could not be moved.
 *
 * Posting an event a second time moves nothing and answers the first journal, so whoever posts may be run again.
 *
 * @param at business time of the event
 * @throws Refusal `insufficient_balance` when the customer has too little, `no_capacity` when the treasury has; a fault
 *   when any other account would go below zero, because only a broken rule can ask for that
 */
export async function post(tx: Tx, journal: Journal, at: Date): Promise<Posted> {
  // An event that moves nothing on one of its legs (a fee of zero) leaves that leg out: an entry is positive.
  const entries = journal.entries.filter((entry) => entry.amount !== 0n);
  try {
    const row = await requireOne<{ journal_id: bigint; posted: boolean }>(
      tx,
      `SELECT journal_id, posted FROM ledger.post($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        journal.key,
        journal.kind,
        journal.owner,
        journal.reference,
        at,
        entries.map((entry) => entry.from),
        entries.map((entry) => entry.to),
        entries.map((entry) => entry.amount),
      ],
    );
    if (row.posted && journal.owner) noteChange(tx, journal.owner, 'money');
    return { journalId: row.journal_id, posted: row.posted };
  } catch (error) {
    throw asRefusal(error) ?? error;
  }
}

const refusedAccounts: Partial<Record<AccountKind, () => Refusal>> = {
  balance: () => refuseLedger('insufficient_balance'),
  zord: () => refuseLedger('insufficient_balance'),
  treasury: () => refuseLedger('no_capacity'),
};

function asRefusal(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== tooLittle) return null;
  const account = 'detail' in error ? (String(error.detail) as AccountKind) : 'fees';
  return refusedAccounts[account]?.() ?? null;
}
