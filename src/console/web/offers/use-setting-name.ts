import { useTranslations } from 'use-intl';

/** What people call a setting: beside the others of its product, and by itself (`PrimeVault: Retorno`). */
export function useSettingName(): { shortOf: (key: string) => string; nameOf: (key: string) => string } {
  const t = useTranslations('console.offers');
  const shortOf = (key: string): string => t(`names.${key}` as 'names.stakes.plans');
  const groupOf = (key: string): string => t(`groups.${key.split('.')[0]}` as 'groups.stakes');
  return { shortOf, nameOf: (key) => `${groupOf(key)}: ${shortOf(key)}` };
}
