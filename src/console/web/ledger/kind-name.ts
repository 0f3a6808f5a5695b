import { useTranslations } from 'use-intl';
import { isKindGroup } from '#console/kind-groups.ts';
import { type KnownKind, knownKinds } from '#ledger/kinds.ts';

const known = new Set<string>(knownKinds);

/** Returns the name of a journal kind or group of kinds; an unknown kind, from a later release, keeps its own name. */
export function useKindName(): (kind: string) => string {
  const t = useTranslations('console.ledger');
  return (kind) => {
    if (isKindGroup(kind)) return t(`kindGroups.${kind}`);
    return known.has(kind) ? t(`kinds.${kind as KnownKind}`) : kind;
  };
}
