import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Licence } from '../contract.ts';
import { copytradeQueries } from './data.ts';
import { LicenceStatusBadge } from './licence-status.tsx';
import { Amount } from '#money/web/amount.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { IconCopies } from '#platform/web/ui/icons-navigation.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';

/** The latest four: date, amount, P/L, status (D4). */
export function LatestCopies() {
  const t = useTranslations('copytrade.latest');
  return (
    <Card title={t('title')} action={<Link to="/copytrade">{t('all')}</Link>}>
      <QueryView
        query={useQuery(copytradeQueries.latest)}
        waiting={<SkeletonRows />}
        isEmpty={(copies) => copies.length === 0}
        empty={<EmptyState icon={<IconCopies size={24} />} text={t('empty')} />}
      >
        {(copies) => <Copies copies={copies} />}
      </QueryView>
    </Card>
  );
}

function Copies({ copies }: { copies: Licence[] }) {
  const t = useTranslations('copytrade.latest');
  const columns: Column<Licence>[] = [
    { id: 'date', header: t('date'), place: 'title', cell: ({ Start }) => <DateTime value={Start} /> },
    { id: 'amount', header: t('amount'), place: 'main', align: 'end', cell: (row) => <Amount value={row.Amount} /> },
    { id: 'status', header: t('status'), place: 'under', cell: ({ Status }) => <LicenceStatusBadge status={Status} /> },
    {
      id: 'result',
      header: t('result'),
      place: 'aside',
      align: 'end',
      cell: (row) => (
        <ExplainedFigure figure="copytrade" of={row.Id} name={t('result')}>
          <Amount value={row.Profit} tone="change" />
        </ExplainedFigure>
      ),
    },
  ];
  return <Table caption={t('title')} columns={columns} rows={copies} rowKey={({ Id }) => Id} />;
}
