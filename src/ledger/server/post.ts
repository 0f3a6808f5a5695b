import type { Refusal } from '#platform/refusal.ts';
import { noteChange } from '#database/server/changes.ts';
import { requireOne, type Tx } from '#database/server/database.ts';
import { codeOf } from '#database/server/is-lost.ts';
import type { AccountKind, Journal } from '../journal.ts';
import { refuseLedger } from '../refusals.ts';

export interface Posted {
  /** The journal's place among its owner's. */
  number: bigint;
  /** False if the event had been posted before, in which case nothing moved now. */
  posted: boolean;
}

const postSql = 'SELECT number, posted FROM ledger.post_one($1, $2, $3, $4, $5, $6, $7, $8)';

/**
 * The only way money is written. Posts the journal inside the caller's transaction, in one round trip: the SQL function changes the owner's
 * accounts and the treasury, and refuses on the row that could not be changed. A transaction draws on the treasury in one call only, or
 * holds all of it first (`ledger.hold_treasury()`): docs/decisions/0049-one-row-one-chain.md.
 *
 * Posting an event a second time moves nothing and returns the first journal, so callers may be retried.
 *
 * @param at business time of the event; never before that of the owner's last one
 * @throws Refusal `insufficient_balance` when the customer has too little, `no_capacity` when the treasury has; a fault when any other
 * account would go below zero, because only a broken rule can cause that
 */
export async function post(tx: Tx, journal: Journal, at: Date): Promise<Posted> {
  try {
    const row = await requireOne<Posted>(tx, postSql, valuesOf(journal, at));
    if (row.posted && journal.owner) noteChange(tx, journal.owner, 'money');
    return row;
  } catch (error) {
    throw explainLedger(error);
  }
}

/** Posts without waiting for the result; a refusal rolls the transaction back and is reported to its caller. */
export function sendPost(tx: Tx, journal: Journal, at: Date): void {
  tx.send(postSql, valuesOf(journal, at), explainLedger);
  if (journal.owner) noteChange(tx, journal.owner, 'money');
}

function valuesOf({ key, kind, owner, reference, entries }: Journal, at: Date): unknown[] {
  return [
    key,
    kind,
    owner,
    reference,
    at,
    entries.map((entry) => entry.from),
    entries.map((entry) => entry.to),
    entries.map((entry) => entry.amount),
  ];
}

const refusedAccounts: Partial<Record<AccountKind, () => Refusal>> = {
  balance: () => refuseLedger('insufficient_balance'),
  zord: () => refuseLedger('insufficient_balance'),
  treasury: () => refuseLedger('no_capacity'),
};

/** Translates the ledger's own errors into refusals for the customer; any other error is returned unchanged. */
export function explainLedger(error: unknown): unknown {
  if (codeOf(error) === 'LB007') return refuseLedger('account_frozen');
  if (isOfErased(error)) return refuseLedger('account_erased');
  if (codeOf(error) !== 'LB001') return error;
  const account = error instanceof Error && 'detail' in error ? (String(error.detail) as AccountKind) : 'fees';
  return refusedAccounts[account]?.() ?? error;
}

function isOfErased(error: unknown): boolean {
  return (error as { constraint?: unknown } | null)?.constraint === 'nothing_is_paid_to_an_erased_customer';
}
