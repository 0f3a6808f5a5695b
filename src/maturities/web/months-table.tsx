import { useFormatter, useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import type { MaturityMonth } from '../contract.ts';
import { totalOf } from './month-totals.ts';
import { useMonthName } from './use-month-name.ts';

/** The same months as figures, without those in which nothing comes back. */
export function MonthsTable({ months }: { months: readonly MaturityMonth[] }) {
  const t = useTranslations('maturities.months');
  const monthName = useMonthName();
  const format = useFormatter();
  const withheld: Column<MaturityMonth> = {
    id: 'withheld',
    header: t('withheld'),
    align: 'end',
    cell: (month) => <Amount value={-(month.Shown.Withheld ?? 0)} tone="moved" />,
  };
  const columns: Column<MaturityMonth>[] = [
    {
      id: 'month',
      header: t('month'),
      place: 'title',
      cell: (month) => monthName(month.Start),
    },
    { id: 'positions', header: t('positions'), align: 'end', cell: (month) => format.number(month.Positions) },
    { id: 'amount', header: t('amount'), align: 'end', cell: (month) => <Amount value={month.Shown.Amount} /> },
    { id: 'promised', header: t('promised'), align: 'end', cell: (month) => <Amount value={month.Shown.Promised} /> },
    {
      id: 'result',
      header: t('soFar'),
      align: 'end',
      cell: (month) => <Amount value={month.Shown.Result} tone="change" />,
    },
    ...(months.some(({ Withheld }) => Withheld !== undefined) ? [withheld] : []),
    {
      id: 'total',
      header: t('total'),
      place: 'main',
      align: 'end',
      cell: (month) => <Amount value={totalOf([month]).total} />,
    },
  ];
  const rows = months.filter(({ Positions }) => Positions > 0);
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={(month) => month.Start} />;
}
