import { useFormatter, useTranslations } from 'use-intl';
import { useState } from 'react';
import { useUsd } from '#money/web/amount.tsx';
import { Scrubbed } from '#platform/web/chart/scrubbed.tsx';
import { useDate } from '#platform/web/ui/date-time.tsx';
import { Disclosure } from '#platform/web/ui/disclosure.tsx';
import type { EquityPoint } from '../contract.ts';
import { EquityChart } from './equity-chart.tsx';
import styles from './equity-figure.module.css';
import { partsOf } from './equity-parts.ts';
import { EquityReading } from './equity-reading.tsx';
import { EquityTable } from './equity-table.tsx';

/** The chart, the selected day, and a sentence and a table with the same content. */
export function EquityFigure({ series }: { series: EquityPoint[] }) {
  const t = useTranslations('explanations.equity');
  const [at, setAt] = useState(series.length - 1);
  const readOut = useReadOut(series);
  const day = series[at] ?? series.at(-1);
  if (!day) return null;
  return (
    <figure className={styles.figure}>
      <EquityReading day={day} parts={partsOf(series)} />
      <Scrubbed label={t('choose')} count={series.length} at={at} said={readOut(day)} onLook={setAt}>
        <EquityChart series={series} at={at} onLook={setAt} />
      </Scrubbed>
      <figcaption className={styles.said}>
        <Said series={series} />
      </figcaption>
      <Disclosure summary={t('table')}>
        <EquityTable series={series} />
      </Disclosure>
    </figure>
  );
}

/** Describes a day in one sentence. */
function useReadOut(series: readonly EquityPoint[]): (day: EquityPoint) => string {
  const t = useTranslations('explanations.equity');
  const names = useTranslations('explanations.equity.parts');
  const formatUsd = useUsd();
  const formatDate = useDate();
  const format = useFormatter();
  return (day) =>
    t('point', {
      date: formatDate(day.Date),
      total: formatUsd(day.Shown.Total),
      parts: format.list(partsOf(series).map((part) => `${names(part)} ${formatUsd(day.Shown[part])}`)),
    });
}

function Said({ series }: { series: EquityPoint[] }) {
  const t = useTranslations('explanations.equity');
  const formatUsd = useUsd();
  const from = series[0]?.Shown.Total ?? 0;
  const to = series.at(-1)?.Shown.Total ?? 0;
  return t('said', {
    days: series.length,
    from: formatUsd(from),
    to: formatUsd(to),
  });
}
