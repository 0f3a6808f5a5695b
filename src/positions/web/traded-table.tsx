import { useTranslations } from 'use-intl';
import { shownSum } from '#money/shown.ts';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Progress } from '#platform/web/ui/progress.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { registry, type StateOf, type TradedProduct, wireState } from '../registry.ts';
import { PositionStatus } from './position-status.tsx';
import styles from './traded-table.module.css';

interface TradedPosition<P extends TradedProduct> {
  Id: string;
  Start: string;
  End: string;
  Amount: number;
  Profit: number;
  Progress: number;
  Status: StateOf<P>;
  AwaitsOperations: boolean;
}

interface TradedTableProps<P extends TradedProduct> {
  product: P;
  positions: readonly TradedPosition<P>[];
}

/** A product's positions whose result comes from operations. */
export function TradedTable<P extends TradedProduct>({ product, positions }: TradedTableProps<P>) {
  const { folder, wire } = registry[product];
  const t = useTranslations(`${folder}.list`);
  const formatUsd = useUsd();
  const columns: Column<TradedPosition<P>>[] = [
    { id: 'start', header: t('start'), place: 'title', cell: ({ Start }) => <DateTime value={Start} show="short" /> },
    {
      id: 'status',
      header: t('status'),
      place: 'under',
      cell: ({ Status }) => <PositionStatus product={product} status={Status} />,
    },
    { id: 'amount', header: t('amount'), place: 'main', align: 'end', cell: (row) => <Amount value={row.Amount} /> },
    {
      id: 'profit',
      header: t('profit'),
      place: 'aside',
      align: 'end',
      cell: ({ Id, Profit }) => (
        <ExplainedFigure figure={wire} of={Id} name={t('profit')}>
          <Amount value={Profit} tone="change" />
        </ExplainedFigure>
      ),
    },
    {
      id: 'progress',
      header: t('progress'),
      cell: (row) => <Progress label={t('progressOf', { amount: formatUsd(row.Amount) })} value={row.Progress} />,
    },
    { id: 'worth', header: t('worth'), align: 'end', cell: (row) => <Worth product={product} position={row} /> },
  ];
  return (
    <>
      <Awaited count={positions.filter(({ AwaitsOperations }) => AwaitsOperations).length} />
      <Table caption={t('title')} columns={columns} rows={positions} rowKey={({ Id }) => Id} />
    </>
  );
}

function Awaited({ count }: { count: number }) {
  const t = useTranslations('positions.awaited');
  return count > 0 && <Notice>{t('notice', { count })}</Notice>;
}

/** What it returned, or would return if it ended now, and when it ends. */
function Worth<P extends TradedProduct>({ product, position }: { product: P; position: TradedPosition<P> }) {
  const t = useTranslations(`${registry[product].folder}.list`);
  const awaited = useTranslations('positions.awaited');
  const date = () => <DateTime value={position.End} show="short" />;
  return (
    <span className={styles.worth}>
      <Amount value={shownSum(position.Amount, position.Profit)} />
      <span className={styles.when}>
        {position.AwaitsOperations
          ? awaited.rich('row', { date })
          : t.rich(position.Status === wireState(product, 'running') ? 'runsUntil' : 'returnedOn', { date })}
      </span>
    </span>
  );
}
