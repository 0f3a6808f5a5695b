import { useTranslations } from 'use-intl';
import { type Micros, toJsonNumber, usd } from '#money/money.ts';
import { promisedProfit, shownReturn, taxRateOf } from '#positions/promised-profit.ts';
import { Amount } from '#money/web/amount.tsx';
import { MissingBalance } from '#money/web/missing-balance.tsx';
import { missingOf, remainderOf } from '#money/web/remainder.ts';
import { addDays } from '#platform/clock.ts';
import { businessNow } from '#platform/web/server-clock.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import { ProfitSetAside } from '#positions/web/profit-set-aside.tsx';
import { TaxFact } from '#positions/web/withheld.tsx';
import { findPlanFor, type StakePlan } from '../plans.ts';
import styles from './choice-summary.module.css';

interface ChoiceSummaryProps {
  plans: readonly StakePlan[];
  days: number;
  dollars: number;
  /** USD; undefined until it is known. */
  balance: number | undefined;
  /** Per cent of the profit; left out where nothing is withheld. */
  taxRate: number | undefined;
}

/** What leaves, what comes back and on which day; and whether the money is there. */
export function ChoiceSummary({ plans, days, dollars, balance, taxRate }: ChoiceSummaryProps) {
  const t = useTranslations('stakes.newStake');
  const amount = usd(String(dollars));
  const plan = findPlanFor(plans, days, amount);
  if (!plan) return <p className={styles.hint}>{t('chooseAmount')}</p>;
  const missing = balance === undefined ? null : missingOf(balance, dollars);
  return (
    <>
      <Outcome plan={plan} amount={amount} balance={balance} taxRate={taxRate} hasEnough={missing === null} />
      <ProfitSetAside profit={toJsonNumber(promisedProfit(amount, plan.rate))} />
      {balance !== undefined && missing !== null && (
        <MissingBalance
          balance={balance}
          missing={missing}
          text={(amounts) => t('missing', amounts)}
          bring={t('bring')}
        />
      )}
    </>
  );
}

interface OutcomeProps extends Pick<ChoiceSummaryProps, 'balance' | 'taxRate'> {
  plan: StakePlan;
  amount: Micros;
  hasEnough: boolean;
}

function Outcome({ plan, amount, balance, taxRate, hasEnough }: OutcomeProps) {
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
      <TaxFact profit={profit} taxRate={taxRate} />
      <Fact label={t.rich('returnsOn', { date: () => <DateTime value={endsAt} /> })} isResult>
        <Amount value={toJsonNumber(shownReturn(amount, profit, taxRateOf(taxRate)))} />
      </Fact>
      {hasEnough && (
        <Fact label={t('after')}>
          {balance === undefined ? (
            <SkeletonLine width="full" />
          ) : (
            <Amount value={remainderOf(balance, toJsonNumber(amount))} />
          )}
        </Fact>
      )}
    </Facts>
  );
}
