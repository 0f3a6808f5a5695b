import { useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import { useUsd } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { IconCheck } from '#platform/web/ui/icons-status.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import styles from './first-steps.module.css';

/** For who has no stake yet: money first, then the stake. */
export function FirstSteps({ balance = 0 }: { balance: number | undefined }) {
  const t = useTranslations('dashboard.start');
  const formatUsd = useUsd();
  const deposit = useDialogAddress('deposit');
  const newStake = useDialogAddress('new-stake');
  const hasMoney = balance > 0;
  return (
    <Card title={t('title')}>
      <ol className={styles.steps}>
        <Step number={1} isDone={hasMoney} title={t('bring')}>
          <p>{hasMoney ? t('bringDone', { balance: formatUsd(balance) }) : t('bringText')}</p>
          {!hasMoney && (
            <Button kind="primary" onClick={() => deposit.open()}>
              {t('bringAction')}
            </Button>
          )}
        </Step>
        <Step number={2} isDone={false} title={t('stake')}>
          <p>{t('stakeText')}</p>
          <Button kind={hasMoney ? 'primary' : 'secondary'} onClick={() => newStake.open()}>
            {t('stakeAction')}
          </Button>
        </Step>
      </ol>
    </Card>
  );
}

interface StepProps {
  number: number;
  isDone: boolean;
  title: string;
  children: ReactNode;
}

function Step({ number, isDone, title, children }: StepProps) {
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span className={styles.mark} aria-hidden="true">
        {isDone ? <IconCheck size={16} /> : number}
      </span>
      <div className={styles.text}>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}
