import '#platform/web/ui/keep-focus.ts';
import { useTranslations } from 'use-intl';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '#platform/web/api.ts';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { lookAtReset } from '../contract.ts';
import { GettingInPage } from './getting-in-page.tsx';
import { Outcome } from './outcome.tsx';
import { ResetForm } from './reset-form.tsx';
import { useMailedToken } from './use-mailed-token.ts';

/** Target of the mailed link: sets a new password, once. A link that cannot be used says so before one is typed. */
export function ResetPage() {
  const t = useTranslations('auth.reset');
  const token = useMailedToken();
  const [end, setEnd] = useState<{ of: string; how: 'done' | 'invalid' } | null>(null);
  const isOver = useIsOver(token) || token === '';
  const how = end?.of === token ? end.how : isOver ? 'invalid' : null;
  return (
    <GettingInPage title={t('pageTitle')}>
      {how === null && <ResetForm key={token} token={token} onEnd={(next) => setEnd({ of: token, how: next })} />}
      {how === 'done' && <Done />}
      {how === 'invalid' && <Invalid />}
    </GettingInPage>
  );
}

/** Whether this link is known to be used up or too old. */
function useIsOver(token: string): boolean {
  const [over, setOver] = useState('');
  useEffect(() => {
    if (token === '') return;
    const leaving = new AbortController();
    callApi(lookAtReset, { body: { token } }, { signal: leaving.signal }).catch((failure: unknown) => {
      if (failure instanceof ApiRefusal && failure.code === 'token_invalid') setOver(token);
    });
    return () => leaving.abort();
  }, [token]);
  return over !== '' && over === token;
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
