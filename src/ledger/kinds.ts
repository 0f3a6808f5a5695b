import { positionKinds, type PositionKind } from '#positions/registry.ts';

/**
 * Every kind of event that the books know. The database keeps the same list, with the accounts that each may move between, and
 * refuses whatever is not in it; a kind that is not here does not compile. Those of positions follow from the registry. Nothing is
 * posted under a retired kind any more, and what was stays in the books. Adding one: CONTRIBUTING.md.
 */
const ownKinds = {
  treasury_funded: 'posted',
  treasury_drawn: 'posted',
  treasury_sent: 'posted',
  treasury_received: 'posted',
  deposit_settled: 'posted',
  withdrawal_held: 'posted',
  withdrawal_settled: 'posted',
  withdrawal_returned: 'posted',
  primezord_subscribed: 'posted',
  primezord_deposited: 'posted',
  primezord_withdrawn: 'posted',
  network_bonus: 'posted',
  network_residual: 'posted',
  reversed_deposit: 'posted',
  reversed_withdrawal: 'posted',
  reversed_bonus: 'posted',
  reversed_residual: 'posted',
  reversed_withholding: 'posted',
  taxes_paid: 'posted',
  taxes_returned: 'posted',
} as const satisfies Record<string, 'posted' | 'retired'>;

type OwnKind = keyof typeof ownKinds;
export type KnownKind = OwnKind | PositionKind;
/** One that may be posted. */
export type JournalKind =
  | { [Kind in OwnKind]: (typeof ownKinds)[Kind] extends 'posted' ? Kind : never }[OwnKind]
  | PositionKind;

export const knownKinds: readonly KnownKind[] = [...(Object.keys(ownKinds) as OwnKind[]), ...positionKinds];
/** The kinds that are over. */
export const retiredKinds = new Set<KnownKind>(
  (Object.keys(ownKinds) as OwnKind[]).filter((kind) => (ownKinds[kind] as string) === 'retired'),
);
