import type { KnownKind } from '#ledger/kinds.ts';

/** Journal kinds that together make up one figure, so that the books can be searched for all of them by one name. */
export const kindGroups = {
  stake_ended: ['stake_matured', 'stake_canceled'],
  awards_paid: ['network_bonus', 'network_residual', 'reversed_bonus', 'reversed_residual'],
} as const satisfies Record<string, readonly KnownKind[]>;
export type KindGroup = keyof typeof kindGroups;

export function isKindGroup(kind: string): kind is KindGroup {
  return Object.hasOwn(kindGroups, kind);
}

/** The kinds that a filter value matches. */
export function kindsFor(kind: string): readonly string[] {
  return isKindGroup(kind) ? kindGroups[kind] : [kind];
}
