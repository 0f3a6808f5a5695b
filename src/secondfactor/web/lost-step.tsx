import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { askRemoval, closedHours, removalHours } from '../use-contract.ts';
import styles from './second-step.module.css';
import { useKeyAttempt } from './use-key-attempt.ts';

/** The way back for a customer with neither the key nor a recovery code: an email, then a waiting period. */
export function LostStep({ ticket, onBack }: { ticket: string; onBack: () => void }) {
  const t = useTranslations('secondfactor.login');
  const [isSent, setIsSent] = useState(false);
  const { error, isWorking, run } = useKeyAttempt();
  const ask = () =>
    void run(async () => {
      await callApi(askRemoval, { body: { ticket } });
      setIsSent(true);
    });
  return (
    <section className={styles.step}>
      <h1>{t('lostTitle')}</h1>
      <p>{t('lostText', { wait: removalHours, closed: closedHours })}</p>
      <p role="status">{isSent ? t('lostSent') : error}</p>
      {!isSent && (
        <Button kind="primary" isWide isWorking={isWorking} onClick={ask}>
          {t('lostAsk')}
        </Button>
      )}
      <Button onClick={onBack}>{t('back')}</Button>
    </section>
  );
}
