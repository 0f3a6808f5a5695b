import { useTranslations } from 'use-intl';
import { isKindGroup } from '#console/kind-groups.ts';
import { type KnownKind, knownKinds } from '#ledger/kinds.ts';

const known = new Set<string>(knownKinds);

/** What a kind of journal is called, or a group of kinds; a kind of a later release by its own name. */
export function useKindName(): (kind: string) => string {
  const t = useTranslations('console.ledger');
  return (kind) => {
    if (isKindGroup(kind)) return t(`kindGroups.${kind}`);
    return known.has(kind) ? t(`kinds.${kind as KnownKind}`) : kind;
  };
}
