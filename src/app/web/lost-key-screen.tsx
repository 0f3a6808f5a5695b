import { useTranslations } from 'use-intl';
import { GettingInPage } from '#auth/web/getting-in-page.tsx';
import { LostKey } from '#secondfactor/web/lost-key.tsx';

/** The page that the email about a lost second factor links to; it looks like every other page for getting in. */
export function LostKeyScreen() {
  const t = useTranslations('secondfactor.lost');
  return (
    <GettingInPage title={t('pageTitle')}>
      <LostKey />
    </GettingInPage>
  );
}
