import { useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import { IconClose } from '#platform/web/ui/icons-navigation.tsx';
import { IconCheck, IconClock } from '#platform/web/ui/icons-status.tsx';
import type { TransferStatus } from '../contract.ts';
import { TransferStatusBadge } from './transfer-status.tsx';
import styles from './transfer-steps.module.css';

type StepState = 'done' | 'running' | 'failed' | 'ahead';

const brokerStep: Record<TransferStatus, StepState> = { in_progress: 'running', complete: 'done', canceled: 'failed' };

interface TransferStepsProps {
  status: TransferStatus;
  /** Text naming who decides. */
  answering: string;
  arrived: string;
}

/** Shows where the money is: requested, confirmed, arrived. */
export function TransferSteps({ status, answering, arrived }: TransferStepsProps) {
  const t = useTranslations('wallet.progress');
  return (
    <ol className={styles.steps}>
      <Step state="done">{t('asked')}</Step>
      <Step state={brokerStep[status]}>
        {answering} <TransferStatusBadge status={status} />
      </Step>
      <Step state={status === 'complete' ? 'done' : 'ahead'}>{arrived}</Step>
    </ol>
  );
}

const icons: Record<StepState, ReactNode> = {
  done: <IconCheck size={16} />,
  running: <IconClock size={16} />,
  failed: <IconClose size={16} />,
  ahead: null,
};

function Step({ state, children }: { state: StepState; children: ReactNode }) {
  return (
    <li className={styles.step} data-state={state} aria-current={state === 'running' ? 'step' : undefined}>
      <span className={styles.mark}>{icons[state]}</span>
      <span className={styles.words}>{children}</span>
    </li>
  );
}
