import type { Micros } from '#money/money.ts';
import type { Refusal } from '#platform/refusal.ts';
import { noteChange } from '#database/server/changes.ts';
import { requireOne, type Tx } from '#database/server/database.ts';
import { codeOf } from '#database/server/is-lost.ts';
import type { Remediable } from '#database/server/remedies.ts';
import type { AccountKind, Journal } from '../journal.ts';
import { refuseLedger } from '../refusals.ts';
import { cellOf } from '#platform/server/cell.ts';
import { levelTreasury } from './level-treasury.ts';

export interface Posted {
  /** The journal's place among its owner's. */
  number: bigint;
  /** False if the event had been posted before, in which case nothing moved now. */
  posted: boolean;
}

const postSql = 'SELECT number, posted FROM ledger.post_one($1, $2, $3, $4, $5, $6, $7, $8, $9)';

/**
 * The only way money is written. Posts the journal inside the caller's transaction, in one round trip: the SQL function changes the owner's
 * accounts and the cell's treasury with conditional updates, and refuses on the row that could not be changed.
 *
 * Posting an event a second time moves nothing and returns the first journal, so callers may be retried.
 *
 * @param at business time of the event; never before that of the owner's last one
 * @throws Refusal `insufficient_balance` when the customer has too little, `no_capacity` when the treasury has; a fault when any other
 * account would go below zero, because only a broken rule can cause that
 */
export async function post(tx: Tx, journal: Journal, at: Date): Promise<Posted> {
  const explain = explainLedger(drawnBy(journal));
  try {
    const row = await requireOne<Posted>(tx, postSql, valuesOf(journal, at));
    if (row.posted && journal.owner) noteChange(tx, journal.owner, 'money');
    return row;
  } catch (error) {
    throw explain(error);
  }
}

/** Posts without waiting for the result; a refusal rolls the transaction back and is reported to its caller. */
export function sendPost(tx: Tx, journal: Journal, at: Date): void {
  tx.send(postSql, valuesOf(journal, at), explainLedger(drawnBy(journal)));
  if (journal.owner) noteChange(tx, journal.owner, 'money');
}

function valuesOf({ key, kind, owner, reference, entries, cell }: Journal, at: Date): unknown[] {
  return [
    key,
    kind,
    owner,
    reference,
    at,
    entries.map((entry) => entry.from),
    entries.map((entry) => entry.to),
    entries.map((entry) => entry.amount),
    cell ?? null,
  ];
}

/** What an event draws on the treasury of its owner's cell. */
export interface Drawn {
  owner: string | null;
  fromTreasury: Micros | bigint;
}

function drawnBy({ owner, entries }: Journal): Drawn {
  const drawn = entries.filter((entry) => entry.from === 'treasury');
  return { owner, fromTreasury: drawn.reduce((sum, { amount }) => sum + amount, 0n) };
}

const refusedAccounts: Partial<Record<AccountKind, () => Refusal>> = {
  balance: () => refuseLedger('insufficient_balance'),
  zord: () => refuseLedger('insufficient_balance'),
};

/**
 * Translates the ledger's own errors into refusals for the customer; any other error is returned unchanged. If the cell's part of the
 * treasury cannot pay, it is levelled from other cells outside the transaction, which is then retried; it is a refusal only if the whole
 * treasury is too small.
 */
export function explainLedger({ owner, fromTreasury }: Drawn): (error: unknown) => unknown {
  return (error) => {
    if (codeOf(error) === 'LB007') return refuseLedger('account_frozen');
    if (isOfErased(error)) return refuseLedger('account_erased');
    if (codeOf(error) !== 'LB001') return error;
    const account = error instanceof Error && 'detail' in error ? (String(error.detail) as AccountKind) : 'fees';
    if (account !== 'treasury' || owner === null) return refusedAccounts[account]?.() ?? error;
    const remedy: Remediable['remedy'] = (db) => levelTreasury(db, cellOf(owner), BigInt(fromTreasury));
    return Object.assign(refuseLedger('no_capacity'), { remedy });
  };
}

function isOfErased(error: unknown): boolean {
  return (error as { constraint?: unknown } | null)?.constraint === 'nothing_is_paid_to_an_erased_customer';
}
