import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { Amount } from '#money/web/amount.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { IconStake } from '#platform/web/ui/icons-navigation.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import type { Stake } from '../contract.ts';
import { StakeStatusBadge } from './stake-status.tsx';

/** The latest four: date, amount, P/L, status (D4). */
export function LatestStakes({ query }: { query: UseQueryResult<Stake[]> }) {
  const t = useTranslations('stakes.latest');
  return (
    <Card title={t('title')} action={<Link to="/stake">{t('all')}</Link>}>
      <QueryView
        query={query}
        waiting={<SkeletonRows />}
        isEmpty={(stakes) => stakes.length === 0}
        empty={<EmptyState icon={<IconStake size={24} />} text={t('empty')} />}
      >
        {(stakes) => <Stakes stakes={stakes} />}
      </QueryView>
    </Card>
  );
}

function Stakes({ stakes }: { stakes: Stake[] }) {
  const t = useTranslations('stakes.latest');
  const columns: Column<Stake>[] = [
    { id: 'date', header: t('date'), place: 'title', cell: (stake) => <DateTime value={stake.Start} /> },
    {
      id: 'amount',
      header: t('amount'),
      place: 'main',
      align: 'end',
      cell: (stake) => <Amount value={stake.Amount} />,
    },
    { id: 'status', header: t('status'), place: 'under', cell: (stake) => <StakeStatusBadge status={stake.Status} /> },
    {
      id: 'result',
      header: t('result'),
      place: 'aside',
      align: 'end',
      cell: (row) => (
        <ExplainedFigure figure="stake" of={row.Id} name={t('result')}>
          <Amount value={row.Profit} tone="change" />
        </ExplainedFigure>
      ),
    },
  ];
  return <Table caption={t('title')} columns={columns} rows={stakes} rowKey={(stake) => stake.Id} />;
}
