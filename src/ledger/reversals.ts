import type { AccountKind, Journal } from './journal.ts';
import type { JournalKind } from './kinds.ts';
import type { Micros } from '#money/money.ts';

/**
 * Which journals can be put right by a reversing one, and by which kind. What a position moved is not among them: a position and its
 * journals say the same, and what was wrong with one is put right where the money came in or went out. What was withheld of its profit is:
 * the tax goes back to the customer, and is owed no more.
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

/** Names the reversed journal, so that it is reversed once. */
export function reversalKey(key: string): string {
  return `reversed:${key}`;
}

/** What was posted, as it stands in the books. */
export interface PostedJournal {
  key: string;
  kind: string;
  owner: string;
  reference: string | null;
  entries: readonly { from: AccountKind; to: AccountKind; amount: Micros }[];
}

/**
 * The journal that takes back what another one moved: each leg turned round, under a key that names the reversed one, so that it is
 * posted once. What had been held comes back free: nothing holds it any more.
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

/** What the customer has more, or less (below zero), by a reversing journal. */
export function changeOfBalance({ entries }: Pick<PostedJournal, 'entries'>): bigint {
  return entries.reduce(
    (sum, { from, to, amount }) => sum + (to === 'balance' ? amount : 0n) - (from === 'balance' ? amount : 0n),
    0n,
  );
}
