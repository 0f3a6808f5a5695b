import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { Button } from '#platform/web/ui/button.tsx';
import { resetMinutes } from '../contract.ts';
import styles from './getting-in-form.module.css';
import { Outcome } from './outcome.tsx';

export function RecoverSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const t = useTranslations('auth.recover');
  const isolated = `\u2068${email}\u2069`;
  return (
    <Outcome
      title={t('sent')}
      action={
        <>
          <Button isWide onClick={onAgain}>
            {t('again')}
          </Button>
          <p className={styles.elsewhere}>
            <Link to="/auth/login">{t('back')}</Link>
          </p>
        </>
      }
    >
      <p className={styles.typed}>{t('sentText', { email: isolated, minutes: resetMinutes })}</p>
      <p className={styles.elsewhere}>{t('sentHint')}</p>
    </Outcome>
  );
}
