import { useTranslations } from 'use-intl';
import { useGap } from '#platform/web/i18n/use-gap.ts';
import { useSite } from '#platform/web/site.ts';
import { Notice } from '#platform/web/ui/notice.tsx';

/** On every screen of a customer whose money an operator has frozen: says so, what still works, and whom to contact (L3). */
export function FrozenNotice() {
  const t = useTranslations('app.frozen');
  const { support } = useSite();
  const gap = useGap();
  return (
    <Notice tone="caution">
      <strong>{t('title')}</strong>
      {gap}
      {t.rich('text', {
        link: (words) => (
          <a href={support} rel="noreferrer">
            {words}
          </a>
        ),
      })}
    </Notice>
  );
}
