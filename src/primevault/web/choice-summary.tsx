import { useTranslations } from 'use-intl';
import { toJsonNumber } from '#money/money.ts';
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
import styles from './choice-summary.module.css';
import { agreedProfit, profitAtEnd, returnAtEnd } from './investment-return.ts';

interface ChoiceSummaryProps {
  days: number;
  /** Per cent, with the points of an accepted code. */
  rate: number;
  dollars: number;
  /** USD; undefined until it is known. */
  balance: number | undefined;
  /** Per cent of the profit; left out where nothing is withheld. */
  taxRate: number | undefined;
}

/** What leaves, what comes back and on which day; and whether the money is there. */
export function ChoiceSummary({ days, rate, dollars, balance, taxRate }: ChoiceSummaryProps) {
  const t = useTranslations('primevault.new');
  if (dollars === 0) return <p className={styles.hint}>{t('chooseAmount')}</p>;
  const missing = balance === undefined ? null : missingOf(balance, dollars);
  return (
    <>
      <Outcome
        days={days}
        rate={rate}
        dollars={dollars}
        balance={balance}
        taxRate={taxRate}
        hasEnough={missing === null}
      />
      <ProfitSetAside profit={profitAtEnd(dollars, rate)} />
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

type OutcomeProps = ChoiceSummaryProps & { hasEnough: boolean };

function Outcome({ days, rate, dollars, balance, taxRate, hasEnough }: OutcomeProps) {
  const t = useTranslations('primevault.new');
  const percent = usePercent();
  const returned = returnAtEnd(dollars, rate, taxRate);
  const endsAt = addDays(businessNow(), days).toISOString();
  return (
    <Facts>
      <Fact label={t('leaves')}>
        <Amount value={dollars} />
      </Fact>
      <Fact label={t('profit', { rate: percent(rate) })}>
        <Amount value={profitAtEnd(dollars, rate)} tone="change" />
      </Fact>
      <TaxFact profit={agreedProfit(dollars, rate)} taxRate={taxRate} />
      <Fact label={t.rich('returnsOn', { date: () => <DateTime value={endsAt} /> })} isResult>
        <Amount value={toJsonNumber(returned)} />
      </Fact>
      {hasEnough && (
        <Fact label={t('after')}>
          {balance === undefined ? <SkeletonLine width="full" /> : <Amount value={remainderOf(balance, dollars)} />}
        </Fact>
      )}
    </Facts>
  );
}
