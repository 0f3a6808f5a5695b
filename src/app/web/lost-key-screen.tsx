import { useTranslations } from 'use-intl';
import { GettingInPage } from '#auth/web/getting-in-page.tsx';
import { LostKey } from '#secondfactor/web/lost-key.tsx';

/** Where the mail about a lost second factor leads; it looks like every other way in. */
export function LostKeyScreen() {
  const t = useTranslations('secondfactor.lost');
  return (
    <GettingInPage title={t('pageTitle')}>
      <LostKey />
    </GettingInPage>
  );
}
