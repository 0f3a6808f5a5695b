import type { AccountKind, Journal } from './journal.ts';
import type { JournalKind } from './kinds.ts';
import type { Micros } from '#money/money.ts';

/**
 * The journals that can be corrected by a reversing one, and the kind of the latter. A position's own moves are excluded: a position and
 * its journals have to agree, so an error is corrected where the money came in or went out. The tax withheld of its profit is included: it
 * goes back to the customer and is no longer owed.
 */
export const reversals = {
  deposit_settled: 'reversed_deposit',
  withdrawal_settled: 'reversed_withdrawal',
  network_bonus: 'reversed_bonus',
  network_residual: 'reversed_residual',
  stake_withheld: 'reversed_withholding',
  primevault_withheld: 'reversed_withholding',
} as const satisfies Partial<Record<JournalKind, JournalKind>>;

export type ReversibleKind = keyof typeof reversals;
export type ReversingKind = (typeof reversals)[ReversibleKind];

export function isReversible(kind: string): kind is ReversibleKind {
  return Object.hasOwn(reversals, kind);
}

/** Contains the reversed journal's key, so it is reversed only once. */
export function reversalKey(key: string): string {
  return `reversed:${key}`;
}

/** A journal as posted in the books. */
export interface PostedJournal {
  key: string;
  kind: string;
  owner: string;
  reference: string | null;
  entries: readonly { from: AccountKind; to: AccountKind; amount: Micros }[];
}

/**
 * Builds the journal that undoes another: each leg reversed, under a key that contains the key of the reversed one, so that it is posted
 * only once. Money that was held returns to the balance, because nothing holds it any more.
 */
export function reversingJournal(posted: PostedJournal & { kind: ReversibleKind }): Journal {
  return {
    key: reversalKey(posted.key),
    kind: reversals[posted.kind],
    owner: posted.owner,
    reference: posted.reference,
    entries: posted.entries.map(({ from, to, amount }) => ({
      from: to,
      to: from === 'held' ? 'balance' : from,
      amount,
    })),
  };
}

/** The change of the customer's balance by a reversing journal; negative if it decreases. */
export function changeOfBalance({ entries }: Pick<PostedJournal, 'entries'>): bigint {
  return entries.reduce(
    (sum, { from, to, amount }) => sum + (to === 'balance' ? amount : 0n) - (from === 'balance' ? amount : 0n),
    0n,
  );
}
