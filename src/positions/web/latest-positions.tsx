import type { UseQueryResult } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { useInSlices } from '#platform/web/loading/use-in-slices.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { withData } from '#platform/web/ui/with-data.ts';
import { type Product, registry, type StateOf } from '../registry.ts';
import { PositionStatus } from './position-status.tsx';
import { productIcons } from './product-icons.ts';

/** Products whose amounts are in the home report. */
type LatestProduct = {
  [P in Product]: (typeof registry)[P] extends { report: { amount: string } } ? P : never;
}[Product];

interface LatestPosition<P extends LatestProduct> {
  Id: string;
  Start: string;
  End: string;
  Amount: number;
  Profit: number;
  Status: StateOf<P>;
}

interface LatestPositionsProps<P extends LatestProduct> {
  product: P;
  query: UseQueryResult<LatestPosition<P>[]>;
}

/** The latest four positions of a product: date, amount, P/L, status (D4). */
export function LatestPositions<P extends LatestProduct>({ product, query }: LatestPositionsProps<P>) {
  const { folder, screen } = registry[product];
  const t = useTranslations(`${folder}.latest`);
  const data = useInSlices(query.data);
  const Drawing = productIcons[product as Product];
  const columns: Column<LatestPosition<P>>[] = [
    { id: 'date', header: t('date'), place: 'title', cell: (row) => <Term {...row} /> },
    { id: 'amount', header: t('amount'), place: 'main', align: 'end', cell: (row) => <Amount value={row.Amount} /> },
    {
      id: 'status',
      header: t('status'),
      place: 'under',
      cell: ({ Status }) => <PositionStatus product={product} status={Status} />,
    },
    {
      id: 'result',
      header: t('result'),
      place: 'aside',
      align: 'end',
      cell: (row) => (
        <ExplainedFigure figure={registry[product].wire} of={row.Id} name={t('result')}>
          <Amount value={row.Profit} tone="change" />
        </ExplainedFigure>
      ),
    },
  ];
  return (
    <Card title={t('title')} all={[screen, t('all')]}>
      <QueryView
        query={withData(query, data)}
        waiting={<SkeletonRows />}
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState icon={<Drawing size={24} />} text={t('empty')} />}
      >
        {(rows) => <Table caption={t('title')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />}
      </QueryView>
    </Card>
  );
}

/** From its first day to its last, as the language writes a span of days. */
function Term({ Start, End }: Pick<LatestPosition<LatestProduct>, 'Start' | 'End'>) {
  const format = useFormatter();
  const shape = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return <span translate="no">{format.dateTimeRange(new Date(Start), new Date(End), shape)}</span>;
}
