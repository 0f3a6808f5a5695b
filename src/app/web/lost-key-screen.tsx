import { useTranslations } from 'use-intl';
import { GettingInPage } from '#auth/web/getting-in-page.tsx';
import { LostKey } from '#secondkey/web/lost-key.tsx';

/** Where the mail about a lost second key leads; it looks like every other way in. */
export function LostKeyScreen() {
  const t = useTranslations('secondkey.lost');
  return (
    <GettingInPage title={t('pageTitle')}>
      <LostKey />
    </GettingInPage>
  );
}
