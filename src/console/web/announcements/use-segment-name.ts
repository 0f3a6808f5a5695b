import { useTranslations } from 'use-intl';
import type { Language } from '#platform/languages.ts';
import { languageNames } from '#platform/web/i18n/language.ts';

/** Names a segment in words. */
export function useSegmentName(): (segment: string) => string {
  const t = useTranslations('console.announcements.segments');
  const products = useTranslations('console.treasury.productNames');
  return (segment) => {
    const [kind = 'all', value = ''] = segment.split(':');
    if (kind === 'product') return t(kind, { value: products(value as 'stake') });
    if (kind === 'language') return t(kind, { value: languageNames[value as Language] });
    return t(kind as 'all', { value });
  };
}
