import '#platform/web/ui/keep-focus.ts';
import { useTranslations } from 'use-intl';
import { useState } from 'react';
import { GettingInPage } from './getting-in-page.tsx';
import { RecoverForm } from './recover-form.tsx';
import { RecoverSent } from './recover-sent.tsx';

/** Requests a link, and says what to expect. Neither reveals whether the address has an account. */
export function RecoverPage() {
  const t = useTranslations('auth.recover');
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <GettingInPage title={t('pageTitle')}>
      {sentTo ? <RecoverSent email={sentTo} onAgain={() => setSentTo(null)} /> : <RecoverForm onSent={setSentTo} />}
    </GettingInPage>
  );
}
