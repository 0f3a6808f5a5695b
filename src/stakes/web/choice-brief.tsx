import { useTranslations } from 'use-intl';
import { toJsonNumber, usd } from '#money/money.ts';
import { useUsd } from '#money/web/amount.tsx';
import { addDays } from '#platform/clock.ts';
import { businessNow } from '#platform/web/server-clock.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { findPlanFor, type StakePlan } from '../plans.ts';
import styles from './choice-brief.module.css';
import { returnAtEnd } from './stake-return.ts';

interface ChoiceBriefProps {
  plans: readonly StakePlan[];
  days: number;
  dollars: number;
  taxRate: number | undefined;
}

/** On a phone the summary may be below the edge: what comes back, and when, stands over the button as well. */
export function ChoiceBrief({ plans, days, dollars, taxRate }: ChoiceBriefProps) {
  const t = useTranslations('stakes.newStake');
  const formatUsd = useUsd();
  const amount = usd(String(dollars));
  const plan = findPlanFor(plans, days, amount);
  if (!plan) return null;
  const returned = returnAtEnd(amount, toJsonNumber(plan.rate), taxRate);
  return (
    <p className={styles.brief} aria-hidden="true">
      {t.rich('brief', {
        amount: formatUsd(toJsonNumber(returned)),
        date: () => <DateTime value={addDays(businessNow(), days).toISOString()} />,
      })}
    </p>
  );
}
