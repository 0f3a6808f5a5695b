import { useTranslations } from 'use-intl';
import { toJsonNumber } from '#money/money.ts';
import { useUsd } from '#money/web/amount.tsx';
import { addDays } from '#platform/clock.ts';
import { businessNow } from '#platform/web/server-clock.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import styles from './choice-brief.module.css';
import { returnAtEnd } from './investment-return.ts';

interface ChoiceBriefProps {
  days: number;
  rate: number;
  dollars: number;
  taxRate: number | undefined;
}

/** On a phone the summary may be below the edge: what comes back, and when, stands over the button as well. */
export function ChoiceBrief({ days, rate, dollars, taxRate }: ChoiceBriefProps) {
  const t = useTranslations('primevault.new');
  const formatUsd = useUsd();
  if (dollars === 0) return null;
  return (
    <p className={styles.brief} aria-hidden="true">
      {t.rich('brief', {
        amount: formatUsd(toJsonNumber(returnAtEnd(dollars, rate, taxRate))),
        date: () => <DateTime value={addDays(businessNow(), days).toISOString()} />,
      })}
    </p>
  );
}
