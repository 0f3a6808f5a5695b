import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import type { EquityPoint } from '../contract.ts';
import { partsOf } from './equity-parts.ts';
import styles from './equity-table.module.css';

/** The same days as a table, newest first. */
export function EquityTable({ series }: { series: EquityPoint[] }) {
  const t = useTranslations('explanations.equity');
  const names = useTranslations('explanations.equity.parts');
  const columns: Column<EquityPoint>[] = [
    { id: 'day', header: t('day'), place: 'title', cell: (day) => <DateTime value={day.Date} /> },
    ...partsOf(series).map<Column<EquityPoint>>((part) => ({
      id: part,
      header: names(part),
      align: 'end',
      cell: (day) => <Amount value={day.Shown[part]} />,
    })),
    { id: 'total', header: t('total'), place: 'main', align: 'end', cell: (day) => <Amount value={day.Shown.Total} /> },
  ];
  return (
    // A scrollable region must be focusable for keyboard users.
    <div className={styles.days} tabIndex={0} role="region" aria-label={t('byDay')}>
      <Table caption={t('byDay')} columns={columns} rows={series.toReversed()} rowKey={(day) => day.Date} />
    </div>
  );
}
