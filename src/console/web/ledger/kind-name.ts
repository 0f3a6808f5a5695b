import { useTranslations } from 'use-intl';
import { type KnownKind, knownKinds } from '#ledger/kinds.ts';

const known = new Set<string>(knownKinds);

/** What a kind of journal is called; a kind of a later release by its own name. */
export function useKindName(): (kind: string) => string {
  const t = useTranslations('console.ledger.kinds');
  return (kind) => (known.has(kind) ? t(kind as KnownKind) : kind);
}
