import { useTranslations } from 'use-intl';

interface SettingNames {
  shortOf: (key: string) => string;
  nameOf: (key: string) => string;
  groupNameOf: (group: string) => string;
}

/** What people call a setting: beside the others of its product, and by itself (`PrimeVault: Retorno`). */
export function useSettingName(): SettingNames {
  const t = useTranslations('console.offers');
  const shortOf = (key: string): string => t(`names.${key}` as 'names.stakes.plans');
  const groupNameOf = (group: string): string => t(`groups.${group}` as 'groups.stakes');
  const nameOf = (key: string): string => `${groupNameOf(key.slice(0, key.indexOf('.')))}: ${shortOf(key)}`;
  return { shortOf, nameOf, groupNameOf };
}
