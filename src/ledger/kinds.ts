import { positionKinds, type PositionKind } from '#positions/registry.ts';

/**
 * Every kind of event the books know. The database has the same list, with the accounts that each kind may move between, and refuses any
 * other kind; code that uses an unlisted kind does not compile. The kinds of positions come from the registry. Retired kinds are no longer
 * posted, but their journals stay in the books. To add a kind, see CONTRIBUTING.md.
 */
const posted = [
  'treasury_funded',
  'treasury_drawn',
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
  'remainder_given_up',
  'taxes_paid',
  'taxes_returned',
] as const;
const retired = [] as const;

/** A kind that may be posted. */
export type JournalKind = (typeof posted)[number] | PositionKind;
export type KnownKind = (typeof posted | typeof retired)[number] | PositionKind;

export const knownKinds: readonly KnownKind[] = [...posted, ...retired, ...positionKinds];
/** Kinds that are no longer posted. */
export const retiredKinds: ReadonlySet<KnownKind> = new Set<KnownKind>(retired);
