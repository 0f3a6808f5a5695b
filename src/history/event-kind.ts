import { type Product, products, registry } from '#positions/registry.ts';

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

/** Where the position can be seen; null when there is none beyond the posting itself. */
export function screenOf(journalKind: string): string | null {
  const kind = kindOf(journalKind);
  return kind === 'other' ? null : screens[kind];
}
