import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { fromJsonNumber } from '#money/money.ts';
import { ExactUsd, useExactUsd } from '#money/web/exact-usd.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import type { Accrual } from '../contract.ts';
import { isPosition, isPromised } from '../figures.ts';
import { countAccrual } from '../recount.ts';
import { useDaysOf, useExactPercent } from './exact-terms.ts';
import { SomeRows } from './some-rows.tsx';

interface AccrualTableProps {
  user: string;
  accruals: readonly Accrual[];
  /** The instant for which the accruals are computed. */
  at: string;
  isWaiting: boolean;
}

/** What has been earned but not yet paid, with the amount of each row. */
export function AccrualTable({ user, accruals, at, isWaiting }: AccrualTableProps) {
  const t = useTranslations('explanations');
  const columns: Column<Accrual>[] = [
    { id: 'start', header: t('accruals.start'), place: 'title', cell: ({ Start }) => <DateTime value={Start} /> },
    { id: 'end', header: t('accruals.end'), place: 'detail', cell: ({ End }) => <DateTime value={End} /> },
    {
      id: 'formula',
      header: t('accruals.formula'),
      place: 'under',
      cell: (row) => <Formula accrual={row} at={new Date(at)} />,
    },
    {
      id: 'amount',
      header: t('accruals.amount'),
      place: 'main',
      align: 'end',
      cell: (row) => <ExactUsd amount={countAccrual(row, new Date(at))} isSigned />,
    },
    {
      id: 'about',
      header: t('postings.about'),
      place: 'action',
      cell: ({ Source, Reference }) => {
        const isAward = !isPosition(Source);
        return (
          <Link to={`/explanation/${user}/${isAward ? 'award' : Source}/${Reference}`}>
            {t(isAward ? 'postings.openAward' : 'postings.open')}
          </Link>
        );
      },
    },
  ];
  return (
    <SomeRows rows={accruals} isWaiting={isWaiting} empty={t('accruals.empty')}>
      {(rows) => <Table caption={t('accruals.title')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />}
    </SomeRows>
  );
}

function Formula({ accrual, at }: { accrual: Accrual; at: Date }) {
  const t = useTranslations('explanations.accruals');
  const format = useExactUsd();
  const percent = useExactPercent();
  const daysOf = useDaysOf();
  if (isPromised(accrual.Source)) {
    const days = daysOf(accrual.Start, accrual.End, at);
    return t('byTime', { promised: format(fromJsonNumber(accrual.Promised)), ...days });
  }
  const amount = format(fromJsonNumber(accrual.Amount));
  const part = t('byRate', { amount, percentage: percent(accrual.Percentage) });
  return accrual.Cut ? `${part} − ${format(fromJsonNumber(accrual.Cut))}` : part;
}
