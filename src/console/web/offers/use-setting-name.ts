import { useTranslations } from 'use-intl';

interface SettingNames {
  shortOf: (key: string) => string;
  nameOf: (key: string) => string;
  /** Null for an unknown setting. */
  knownNameOf: (key: string | undefined) => string | null;
  groupNameOf: (group: string) => string;
}

/** Display names of a setting: next to the others of its product, and on its own (`PrimeVault: Retorno`). */
export function useSettingName(): SettingNames {
  const t = useTranslations('console.offers');
  const named = useTranslations('console');
  const wordOf = (key: string) => `names.${key}` as 'names.stakes.plans';
  const shortOf = (key: string): string => t(wordOf(key));
  const groupNameOf = (group: string): string => t(`groups.${group}` as 'groups.stakes');
  const nameOf = (key: string): string =>
    named('named', { what: groupNameOf(key.slice(0, key.indexOf('.'))), text: shortOf(key) });
  const knownNameOf = (key: string | undefined): string | null =>
    key !== undefined && /^\w+\.\w+$/.test(key) && t.has(wordOf(key)) ? nameOf(key) : null;
  return { shortOf, nameOf, knownNameOf, groupNameOf };
}
