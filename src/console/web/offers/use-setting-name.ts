import { useTranslations } from 'use-intl';

/** What people call a setting. */
export function useSettingName(): (key: string) => string {
  const t = useTranslations('console.offers');
  return (key) => t(`names.${key}` as 'names.stakes.plans');
}
