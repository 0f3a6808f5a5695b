import { useTranslations } from 'use-intl';
import { fromJsonNumber, micros, type Micros, roundUp, toDecimal, toJsonNumber, usd, zero } from '#money/money.ts';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { addDays } from '#platform/clock.ts';
import { businessNow } from '#platform/web/server-clock.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { promisedProfit, readPlanFor, type StakePlan } from '../plans.ts';
import styles from './choice-summary.module.css';

interface ChoiceSummaryProps {
  days: number;
  dollars: number;
  balance: number | undefined;
}

/** What leaves, what comes back and on which day; and whether the money is there. */
export function ChoiceSummary({ days, dollars, balance }: ChoiceSummaryProps) {
  const t = useTranslations('stakes.newStake');
  const amount = usd(String(dollars));
  const plan = readPlanFor(days, amount);
  if (!plan) return <p className={styles.hint}>{t('chooseAmount')}</p>;
  const after = balance === undefined ? null : micros(fromJsonNumber(balance) - amount);
  return (
    <>
      <Outcome plan={plan} amount={amount} after={after} />
      {balance !== undefined && after !== null && after < zero && (
        <Missing balance={balance} missing={micros(-after)} />
      )}
    </>
  );
}

interface OutcomeProps {
  plan: StakePlan;
  amount: Micros;
  /** The balance after it; null until it is known. */
  after: Micros | null;
}

function Outcome({ plan, amount, after }: OutcomeProps) {
  const t = useTranslations('stakes.newStake');
  const percent = usePercent();
  const profit = promisedProfit(amount, plan.rate);
  const endsAt = addDays(businessNow(), plan.days).toISOString();
  return (
    <Facts>
      <Fact label={t('leaves')}>
        <Amount value={toJsonNumber(amount)} />
      </Fact>
      <Fact label={t('profit', { rate: percent(toJsonNumber(plan.rate)) })}>
        <Amount value={toJsonNumber(profit)} tone="change" />
      </Fact>
      <Fact label={t.rich('returnsOn', { date: () => <DateTime value={endsAt} /> })} isResult>
        <Amount value={toJsonNumber(micros(amount + profit))} />
      </Fact>
      {after === null && (
        <Fact label={t('after')}>
          <SkeletonLine width="full" />
        </Fact>
      )}
      {after !== null && after >= zero && (
        <Fact label={t('after')}>
          <Amount value={toJsonNumber(after)} />
        </Fact>
      )}
    </Facts>
  );
}

const microsPerCent = 10_000n;

function Missing({ balance, missing }: { balance: number; missing: Micros }) {
  const t = useTranslations('stakes.newStake');
  const formatUsd = useUsd();
  const deposit = useDialogAddress('deposit');
  const toBring = micros(roundUp(missing, microsPerCent) * microsPerCent);
  return (
    <Notice
      tone="caution"
      action={
        <Button size="small" onClick={() => deposit.open(toDecimal(toBring))}>
          {t('bring')}
        </Button>
      }
    >
      {t('missing', { balance: formatUsd(balance), missing: formatUsd(toJsonNumber(toBring)) })}
    </Notice>
  );
}
