import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import type { RecordSpan, TradingRecord } from '../record-contract.ts';
import { Payout } from './payout.tsx';
import styles from './record.module.css';

/** The result of each span, plus the worst fall and the number of operations of the longest span. */
export function RecordFigures({ record: { Spans, Since } }: { record: TradingRecord }) {
  const t = useTranslations('payouts.record');
  const format = useFormatter();
  const longest = Spans.at(-1);
  if (!longest) return null;
  const { Days: days, WorstFall, Operations, Gains } = longest;
  return (
    <dl className={styles.figures}>
      {Spans.map((span) => (
        <Result key={span.Days} span={span} since={Since} />
      ))}
      <Figure name={t('worstFall')} under={t('inDays', { days })}>
        <Payout value={-WorstFall} />
      </Figure>
      <Figure name={t('operations')} under={t('gains', { gains: Gains })}>
        {format.number(Operations)}
      </Figure>
    </dl>
  );
}

/** A record younger than the span shows the date on which it starts. */
function Result({ span, since }: { span: RecordSpan; since: string | null }) {
  const t = useTranslations('payouts.record');
  const isShort = since !== null && since.slice(0, 10) > span.From;
  return (
    <Figure
      name={t('result', { days: span.Days })}
      under={
        isShort ? t.rich('since', { date: () => <DateTime value={since} /> }) : t('count', { count: span.Operations })
      }
    >
      <Payout value={span.Result} />
    </Figure>
  );
}

function Figure({ name, under, children }: { name: string; under: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd className={styles.value}>{children}</dd>
      <dd className={styles.under}>{under}</dd>
    </div>
  );
}
