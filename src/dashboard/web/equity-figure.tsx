import { useFormatter, useTranslations } from 'use-intl';
import { useState } from 'react';
import { fromJsonNumber, micros, toJsonNumber } from '#money/money.ts';
import { useUsd } from '#money/web/amount.tsx';
import { useDate } from '#platform/web/ui/date-time.tsx';
import { Disclosure } from '#platform/web/ui/disclosure.tsx';
import type { EquityPoint } from '../contract.ts';
import { EquityChart } from './equity-chart.tsx';
import styles from './equity-figure.module.css';
import { partsOf } from './equity-parts.ts';
import { EquityReading } from './equity-reading.tsx';
import { EquityTable } from './equity-table.tsx';

/** The drawing, the day that is looked at, a sentence and a table that say the same. */
export function EquityFigure({ series }: { series: EquityPoint[] }) {
  const t = useTranslations('dashboard.equity');
  const [at, setAt] = useState(series.length - 1);
  const day = series[at] ?? series.at(-1);
  if (!day) return null;
  return (
    <figure className={styles.figure}>
      <EquityReading day={day} parts={partsOf(series)} />
      <div className={styles.frame}>
        <EquityChart series={series} at={at} onLook={setAt} />
        <Scrubber series={series} at={at} day={day} onLook={setAt} />
      </div>
      <figcaption className={styles.said}>
        <Said series={series} />
      </figcaption>
      <Disclosure summary={t('table')}>
        <EquityTable series={series} />
      </Disclosure>
    </figure>
  );
}

interface ScrubberProps {
  series: EquityPoint[];
  at: number;
  day: EquityPoint;
  onLook: (at: number) => void;
}

/** Day by day with the arrow keys, and read out: the drawing's own control, laid over it unseen. */
function Scrubber({ series, at, day, onLook }: ScrubberProps) {
  const t = useTranslations('dashboard.equity');
  const formatUsd = useUsd();
  const formatDate = useDate();
  const format = useFormatter();
  const names = useTranslations('dashboard.parts');
  const said = t('point', {
    date: formatDate(day.Date),
    total: formatUsd(day.Total),
    parts: format.list(partsOf(series).map((part) => `${names(part)} ${formatUsd(day[part])}`)),
  });
  return (
    <input
      type="range"
      dir="ltr"
      className={styles.scrubber}
      aria-label={t('choose')}
      aria-valuetext={said}
      min={0}
      max={series.length - 1}
      value={at}
      onChange={(event) => onLook(Number(event.target.value))}
    />
  );
}

function Said({ series }: { series: EquityPoint[] }) {
  const t = useTranslations('dashboard.equity');
  const formatUsd = useUsd();
  const from = series[0]?.Total ?? 0;
  const to = series.at(-1)?.Total ?? 0;
  const change = toJsonNumber(micros(fromJsonNumber(to) - fromJsonNumber(from)));
  return t('said', {
    days: series.length,
    from: formatUsd(from),
    to: formatUsd(to),
    change: formatUsd(change, 'exceptZero'),
  });
}
