import { positionKinds, type PositionKind } from '#positions/registry.ts';

/**
 * Every kind of event that the books know. The database keeps the same list, with the accounts that each may move between, and
 * refuses whatever is not in it; a kind that is not here does not compile. Those of positions follow from the registry. Nothing is
 * posted under a retired kind any more, and what was stays in the books. Adding one: CONTRIBUTING.md.
 */
const posted = [
  'treasury_funded',
  'treasury_drawn',
  'treasury_sent',
  'treasury_received',
  'deposit_settled',
  'withdrawal_held',
  'withdrawal_settled',
  'withdrawal_returned',
  'primezord_subscribed',
  'primezord_deposited',
  'primezord_withdrawn',
  'network_bonus',
  'network_residual',
  'reversed_deposit',
  'reversed_withdrawal',
  'reversed_bonus',
  'reversed_residual',
  'reversed_withholding',
  'taxes_paid',
  'taxes_returned',
] as const;
const retired = [] as const;

/** One that may be posted. */
export type JournalKind = (typeof posted)[number] | PositionKind;
export type KnownKind = (typeof posted | typeof retired)[number] | PositionKind;

export const knownKinds: readonly KnownKind[] = [...posted, ...retired, ...positionKinds];
/** The kinds that are over. */
export const retiredKinds: ReadonlySet<KnownKind> = new Set<KnownKind>(retired);
