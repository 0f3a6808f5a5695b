import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Scrubbed } from '#platform/web/chart/scrubbed.tsx';
import { DateTime, useDate } from '#platform/web/ui/date-time.tsx';
import { Disclosure } from '#platform/web/ui/disclosure.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import type { RecordPoint } from '../record-contract.ts';
import { Payout } from './payout.tsx';
import { RecordChart } from './record-chart.tsx';
import styles from './record.module.css';
import { useSignedPercent } from './use-signed-percent.ts';

/** The chart, the selected day in a sentence, and a table with the same data. */
export function RecordFigure({ series }: { series: readonly RecordPoint[] }) {
  const t = useTranslations('payouts.record');
  const [chosen, setChosen] = useState<number | null>(null);
  const at = Math.min(chosen ?? series.length - 1, series.length - 1);
  const day = series[at];
  const formatDate = useDate();
  const signed = useSignedPercent('two');
  if (!day) return null;
  const said = t('point', { date: formatDate(day.Date), result: signed(day.Result) });
  return (
    <figure className={styles.drawing}>
      <Scrubbed label={t('choose')} count={series.length} at={at} said={said} onLook={setChosen}>
        <RecordChart series={series} at={at} onLook={setChosen} />
      </Scrubbed>
      <figcaption className={styles.said}>{said}</figcaption>
      <Disclosure summary={t('table')}>
        <Days series={series} />
      </Disclosure>
    </figure>
  );
}

function Days({ series }: { series: readonly RecordPoint[] }) {
  const t = useTranslations('payouts.record');
  const columns: Column<RecordPoint>[] = [
    { id: 'day', header: t('day'), place: 'title', cell: ({ Date }) => <DateTime value={Date} /> },
    {
      id: 'result',
      header: t('stood'),
      place: 'main',
      align: 'end',
      cell: ({ Result }) => <Payout value={Result} />,
    },
  ];
  return (
    // A scrollable region must be focusable for keyboard users.
    <div className={styles.rows} tabIndex={0} role="region" aria-label={t('byDay')}>
      <Table caption={t('byDay')} columns={columns} rows={series.toReversed()} rowKey={({ Date }) => Date} />
    </div>
  );
}
