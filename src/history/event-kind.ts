import type { JournalKind } from '#ledger/kinds.ts';
import type { ReversingKind } from '#ledger/reversals.ts';
import { type Product, products, registry } from '#positions/registry.ts';
import type { StatementLine } from './contract.ts';

/** What a ledger event is about, in the customer's terms, and the screen that shows it. */
const screens = {
  deposit: '/history?tab=deposits',
  withdrawal: '/history?tab=withdrawals',
  network: '/network',
  /** A tax that was given back has no screen of its own: it may be of any position. */
  taxes: null,
  ...(Object.fromEntries(products.map((product) => [product, registry[product].screen])) as Record<Product, string>),
};

export type EventKind = keyof typeof screens | 'other';

/** Reversals are about what they reverse. */
const reversed: Record<ReversingKind, keyof typeof screens> = {
  reversed_deposit: 'deposit',
  reversed_withdrawal: 'withdrawal',
  reversed_bonus: 'network',
  reversed_residual: 'network',
  reversed_withholding: 'taxes',
};

/** A journal's kind begins with its subject: `stake_opened`, `primezord_deposited`. */
export function kindOf(journalKind: string): EventKind {
  if (isReversal(journalKind)) return reversed[journalKind];
  const about = journalKind.split('_')[0] ?? '';
  return Object.hasOwn(screens, about) ? (about as keyof typeof screens) : 'other';
}

/**
 * Taxes, withheld or returned, a price, a fee that is given back, and what an erased customer gave up: the customer's money changes, but
 * nothing is won or lost.
 */
const costs: ReadonlySet<string> = new Set<JournalKind>([
  'stake_withheld',
  'primevault_withheld',
  'reversed_withholding',
  'remainder_given_up',
  'reversed_withdrawal',
  'primezord_subscribed',
]);

function isReversal(kind: string): kind is ReversingKind {
  return Object.hasOwn(reversed, kind);
}

/** Whether a line of the statement is a gain or a loss; only those are coloured. */
export function isWonOrLost({ Kind, Own }: Pick<StatementLine, 'Kind' | 'Own'>): boolean {
  return !Own && !costs.has(Kind);
}

/** The screen that shows the position; null if there is none beyond the posting itself. */
export function screenOf(journalKind: string): string | null {
  const kind = kindOf(journalKind);
  return kind === 'other' ? null : screens[kind];
}
