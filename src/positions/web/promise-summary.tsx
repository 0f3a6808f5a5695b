import { useTranslations } from 'use-intl';
import { fromJsonNumber, percentFromJsonNumber, toJsonNumber } from '#money/money.ts';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { missingOf, remainderOf } from '#money/web/remainder.ts';
import { Shortfall } from '#money/web/shortfall.tsx';
import { addDays } from '#platform/clock.ts';
import { businessNow } from '#platform/web/server-clock.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import { promisedProfit, returnAtEnd } from '../promised-profit.ts';
import { ProfitSetAside } from './profit-set-aside.tsx';
import styles from './promise-summary.module.css';
import { TaxFact } from './withheld.tsx';

/** What is about to be confirmed, for a product with a promised profit. */
export interface Promised {
  /** The message namespace of the product's own dialog. */
  words: 'stakes.newStake' | 'primevault.new';
  days: number;
  /** Per cent. */
  rate: number;
  /** Zero while no valid amount is chosen. */
  dollars: number;
  /** Per cent of the profit; undefined if nothing is withheld. */
  taxRate: number | undefined;
}

interface PromiseSummaryProps extends Promised {
  /** USD; undefined until loaded. */
  balance: number | undefined;
}

/** What leaves the balance, what comes back and on which day, and whether the balance suffices. */
export function PromiseSummary(props: PromiseSummaryProps) {
  const { words, rate, dollars, balance } = props;
  const t = useTranslations(words);
  if (dollars === 0) return <p className={styles.hint}>{t('chooseAmount')}</p>;
  const missing = balance === undefined ? null : missingOf(balance, dollars);
  return (
    <>
      <Outcome {...props} hasEnough={missing === null} />
      <ProfitSetAside profit={toJsonNumber(profitOf(dollars, rate))} />
      <Shortfall have={balance} dollars={dollars} />
    </>
  );
}

const profitOf = (dollars: number, rate: number) =>
  promisedProfit(fromJsonNumber(dollars), percentFromJsonNumber(rate));

function Outcome({
  words,
  days,
  rate,
  dollars,
  balance,
  taxRate,
  hasEnough,
}: PromiseSummaryProps & { hasEnough: boolean }) {
  const t = useTranslations(words);
  const percent = usePercent();
  const profit = profitOf(dollars, rate);
  return (
    <Facts>
      <Fact label={t('leaves')}>
        <Amount value={dollars} />
      </Fact>
      <Fact label={t('profit', { rate: percent(rate) })}>
        <Amount value={toJsonNumber(profit)} tone="change" />
      </Fact>
      <TaxFact profit={profit} taxRate={taxRate} />
      <Fact label={t.rich('returnsOn', { date: () => <EndOf days={days} /> })} isResult>
        <Amount value={returnAtEnd(dollars, rate, taxRate)} />
      </Fact>
      {hasEnough && (
        <Fact label={t('after')}>
          {balance === undefined ? <SkeletonLine width="full" /> : <Amount value={remainderOf(balance, dollars)} />}
        </Fact>
      )}
    </Facts>
  );
}

/** On a phone the summary may be off screen: what comes back, and when, is repeated above the button. */
export function PromiseBrief({ words, days, rate, dollars, taxRate }: Promised) {
  const t = useTranslations(words);
  const formatUsd = useUsd();
  if (dollars === 0) return null;
  return (
    <p className={styles.brief} aria-hidden="true">
      {t.rich('brief', {
        amount: formatUsd(returnAtEnd(dollars, rate, taxRate)),
        date: () => <EndOf days={days} />,
      })}
    </p>
  );
}

function EndOf({ days }: { days: number }) {
  return <DateTime value={addDays(businessNow(), days).toISOString()} />;
}
