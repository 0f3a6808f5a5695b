import type { JournalKind } from '#ledger/kinds.ts';
import { type Product, products, registry } from '#positions/registry.ts';
import type { StatementLine } from './contract.ts';

/** What an event of the ledger is about, in the customer's terms, and the screen on which that stands. */
const screens = {
  /** A deposit is the posting itself. */
  deposit: null,
  withdrawal: '/history?tab=withdrawals',
  network: '/network',
  ...(Object.fromEntries(products.map((product) => [product, registry[product].screen])) as Record<Product, string>),
};

export type EventKind = keyof typeof screens | 'other';

/** A journal's kind begins with what it is about: `stake_opened`, `primezord_deposited`. */
export function kindOf(journalKind: string): EventKind {
  const about = journalKind.split('_')[0] ?? '';
  return Object.hasOwn(screens, about) ? (about as keyof typeof screens) : 'other';
}

/** A tax, withheld or given back, and a price: other money than before, and neither won nor lost. */
const costs: ReadonlySet<string> = new Set<JournalKind>([
  'stake_withheld',
  'primevault_withheld',
  'reversed_withholding',
  'primezord_subscribed',
]);

/** Whether a line of the statement tells of what was won or lost, which alone has a colour. */
export function isWonOrLost({ Kind, Own }: Pick<StatementLine, 'Kind' | 'Own'>): boolean {
  return !Own && !costs.has(Kind);
}

/** Where the position can be seen; null when there is none beyond the posting itself. */
export function screenOf(journalKind: string): string | null {
  const kind = kindOf(journalKind);
  return kind === 'other' ? null : screens[kind];
}
