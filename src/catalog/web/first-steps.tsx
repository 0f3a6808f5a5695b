import { useFormatter, useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import { fromJsonNumber, toDecimal, toJsonNumber } from '#money/money.ts';
import { useUsd } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { IconCheck } from '#platform/web/ui/icons-status.tsx';
import { useOpenDialog } from '#platform/web/ui/use-dialog-address.ts';
import { simulatedSubject } from '#positions/web/simulated.ts';
import { dialogOf } from './dialog-of.ts';
import styles from './first-steps.module.css';
import type { SimulationState } from './use-simulation.ts';

interface FirstStepsProps {
  /** USD; undefined until loaded. */
  balance: number | undefined;
  /** The simulation below, which both steps start from. */
  state: SimulationState | null;
  /** The smallest deposit, in USD. */
  minimum: number;
}

/** For customers with nothing invested yet: first bring money, then choose where it goes. */
export function FirstSteps({ balance = 0, state, minimum }: FirstStepsProps) {
  const t = useTranslations('catalog.start');
  const formatUsd = useUsd();
  const open = useOpenDialog();
  const hasMoney = balance > 0;
  const plan = state?.plan;
  const amount = state?.amount ?? null;
  const suggested = amount !== null && amount >= fromJsonNumber(minimum) ? toDecimal(amount) : undefined;

  function bring() {
    open('deposit', suggested);
  }
  function choose() {
    open(dialogOf[plan?.product ?? 'stake'], state?.isChosen ? simulatedSubject : undefined);
  }
  return (
    <Card title={t('title')}>
      <ol className={styles.steps}>
        <Step number={1} isDone={hasMoney} title={t('bring')}>
          <p>{hasMoney ? t('bringDone', { balance: formatUsd(balance) }) : t('bringText')}</p>
          {!hasMoney && (
            <Button kind="primary" onClick={bring}>
              {t('bringAction')}
            </Button>
          )}
        </Step>
        <Step number={2} isDone={false} title={t('choose')}>
          <p>
            {plan && amount !== null && state?.isChosen
              ? t('chooseText', { amount: formatUsd(toJsonNumber(amount)), days: plan.days })
              : t('chooseAny')}
          </p>
          <Button kind={hasMoney ? 'primary' : 'secondary'} onClick={choose}>
            {t(`action.${plan?.product ?? 'stake'}`)}
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
  const format = useFormatter();
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span className={styles.mark} aria-hidden="true">
        {isDone ? <IconCheck size={16} /> : format.number(number)}
      </span>
      <div className={styles.text}>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}
