import { useTranslations } from 'use-intl';
import { useState } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { GettingInPage } from './getting-in-page.tsx';
import { Outcome } from './outcome.tsx';
import { ResetForm } from './reset-form.tsx';
import { useMailedToken } from './use-mailed-token.ts';

/** Target of the mailed link: sets a new password, once. */
export function ResetPage() {
  const t = useTranslations('auth.reset');
  const token = useMailedToken();
  const [end, setEnd] = useState<{ of: string; how: 'done' | 'invalid' } | null>(null);
  const how = token === '' ? 'invalid' : end?.of === token ? end.how : null;
  return (
    <GettingInPage title={t('pageTitle')}>
      {how === null && <ResetForm key={token} token={token} onEnd={(next) => setEnd({ of: token, how: next })} />}
      {how === 'done' && <Done />}
      {how === 'invalid' && <Invalid />}
    </GettingInPage>
  );
}

function Done() {
  const t = useTranslations('auth');
  return (
    <Outcome title={t('reset.done')} action={<WayOn to="/auth/login">{t('link.logIn')}</WayOn>}>
      <p>{t('reset.doneText')}</p>
    </Outcome>
  );
}

function Invalid() {
  const t = useTranslations('auth.link');
  return (
    <Outcome title={t('invalid')} action={<WayOn to="/auth/recover">{t('another')}</WayOn>}>
      <p>{t('resetText')}</p>
    </Outcome>
  );
}

function WayOn({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={buttonClass('primary')}>
      {children}
    </Link>
  );
}
