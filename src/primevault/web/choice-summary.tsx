import { useTranslations } from 'use-intl';
import { fromJsonNumber, micros, type Micros, roundUp, toDecimal, toJsonNumber, zero } from '#money/money.ts';
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
import styles from './choice-summary.module.css';
import { returnAtEnd } from './investment-return.ts';

interface ChoiceSummaryProps {
  days: number;
  /** Per cent, with the points of an accepted code. */
  rate: number;
  dollars: number;
  balance: number | undefined;
}

/** What leaves, what comes back and on which day; and whether the money is there. */
export function ChoiceSummary({ days, rate, dollars, balance }: ChoiceSummaryProps) {
  const t = useTranslations('primevault.new');
  if (dollars === 0) return <p className={styles.hint}>{t('chooseAmount')}</p>;
  const after = balance === undefined ? null : micros(fromJsonNumber(balance) - fromJsonNumber(dollars));
  return (
    <>
      <Outcome days={days} rate={rate} dollars={dollars} after={after} />
      {balance !== undefined && after !== null && after < zero && (
        <Missing balance={balance} missing={micros(-after)} />
      )}
    </>
  );
}

interface OutcomeProps {
  days: number;
  rate: number;
  dollars: number;
  /** The balance after it; null until it is known. */
  after: Micros | null;
}

function Outcome({ days, rate, dollars, after }: OutcomeProps) {
  const t = useTranslations('primevault.new');
  const percent = usePercent();
  const returned = returnAtEnd(dollars, rate);
  const endsAt = addDays(businessNow(), days).toISOString();
  return (
    <Facts>
      <Fact label={t('leaves')}>
        <Amount value={dollars} />
      </Fact>
      <Fact label={t('profit', { rate: percent(rate) })}>
        <Amount value={toJsonNumber(micros(returned - fromJsonNumber(dollars)))} tone="change" />
      </Fact>
      <Fact label={t.rich('returnsOn', { date: () => <DateTime value={endsAt} /> })} isResult>
        <Amount value={toJsonNumber(returned)} />
      </Fact>
      {(after === null || after >= zero) && (
        <Fact label={t('after')}>
          {after === null ? <SkeletonLine width="full" /> : <Amount value={toJsonNumber(after)} />}
        </Fact>
      )}
    </Facts>
  );
}

const microsPerCent = 10_000n;

function Missing({ balance, missing }: { balance: number; missing: Micros }) {
  const t = useTranslations('primevault.new');
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
