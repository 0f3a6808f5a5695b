import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation, useNavigate } from 'react-router';
import { callApi } from '#platform/web/api.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { closedHours, confirmRemoval, removalHours } from '../use-contract.ts';
import styles from './second-step.module.css';
import { useKeyAttempt } from './use-key-attempt.ts';
import { Said } from '#platform/web/ui/said.tsx';

/**
 * The target of the mailed link. Opening it sends nothing, because programs open links before their reader does. The token is removed from
 * the address as soon as it has been read.
 */
export function LostKey() {
  const t = useTranslations('secondfactor.lost');
  const token = useToken();
  const [removes, setRemoves] = useState<string | null>(null);
  const { error, isWorking, run } = useKeyAttempt();
  const confirm = () => void run(async () => setRemoves((await callApi(confirmRemoval, { body: { token } })).Removes));
  const toLogin = (
    <Link to="/auth/login" className={buttonClass(removes === null && token !== '' ? 'secondary' : 'primary')}>
      {t('toLogin')}
    </Link>
  );
  if (token === '') return <Page text={t('invalid')}>{toLogin}</Page>;
  if (removes !== null) {
    const date = () => <DateTime value={removes} show="minute" />;
    return (
      <Page text={t.rich('done', { date })}>
        <p>{t('cancelable')}</p>
        {toLogin}
      </Page>
    );
  }
  return (
    <Page text={t('text', { wait: removalHours, closed: closedHours })}>
      <p>{t('cancelable')}</p>
      <p role="alert">{error}</p>
      <Button kind="danger" isWide isWorking={isWorking} onClick={confirm}>
        {t('confirm')}
      </Button>
      {toLogin}
    </Page>
  );
}

function Page({ text, children }: { text: ReactNode; children: ReactNode }) {
  const t = useTranslations('secondfactor.lost');
  return (
    <section className={styles.step}>
      <h1>{t('heading')}</h1>
      <Said>{text}</Said>
      {children}
    </section>
  );
}

function useToken(): string {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(search).get('token') ?? '');
  useEffect(() => {
    if (search) void navigate(pathname, { replace: true });
  }, [search, pathname, navigate]);
  return token;
}
