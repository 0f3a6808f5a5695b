import type { JournalKind } from '#ledger/kinds.ts';
import { type Product, products, registry } from '#positions/registry.ts';
import type { StatementLine } from './contract.ts';

/** What a ledger event is about, in the customer's terms, and the screen that shows it. */
const screens = {
  /** A deposit has no screen of its own. */
  deposit: null,
  withdrawal: '/history?tab=withdrawals',
  network: '/network',
  ...(Object.fromEntries(products.map((product) => [product, registry[product].screen])) as Record<Product, string>),
};

export type EventKind = keyof typeof screens | 'other';

/** A journal's kind begins with its subject: `stake_opened`, `primezord_deposited`. */
export function kindOf(journalKind: string): EventKind {
  const about = journalKind.split('_')[0] ?? '';
  return Object.hasOwn(screens, about) ? (about as keyof typeof screens) : 'other';
}

/** Taxes, withheld or returned, a price, and what an erased customer gave up: the customer's money changes, but nothing is won or lost. */
const costs: ReadonlySet<string> = new Set<JournalKind>([
  'stake_withheld',
  'primevault_withheld',
  'reversed_withholding',
  'remainder_given_up',
  'primezord_subscribed',
]);

/** Whether a line of the statement is a gain or a loss; only those are coloured. */
export function isWonOrLost({ Kind, Own }: Pick<StatementLine, 'Kind' | 'Own'>): boolean {
  return !Own && !costs.has(Kind);
}

/** The screen that shows the position; null if there is none beyond the posting itself. */
export function screenOf(journalKind: string): string | null {
  const kind = kindOf(journalKind);
  return kind === 'other' ? null : screens[kind];
}
