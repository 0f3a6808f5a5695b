import type { AccountKind } from '#ledger/journal.ts';

/** In SQL what `returnCapital` moves, for a position `p` with its amount and its result. */
export function returnedLegs(from: AccountKind, to: AccountKind): Record<`${string}>${string}`, string> {
  return {
    [`${from}>${to}`]: 'p.amount + least(p.result, 0)',
    [`${from}>trading`]: 'greatest(-p.result, 0)',
    [`trading>${to}`]: 'greatest(p.result, 0)',
  };
}
