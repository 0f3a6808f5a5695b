import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { shownSum } from '#money/shown.ts';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { isToWallet, type Maturity } from '../contract.ts';
import styles from './maturity-table.module.css';

/** The running positions: when each comes back, where to, and how much. */
export function MaturityTable({ maturities }: { maturities: readonly Maturity[] }) {
  const t = useTranslations('maturities.list');
  return <Table caption={t('title')} columns={useColumns()} rows={maturities} rowKey={({ Id }) => Id} />;
}

function useColumns(): Column<Maturity>[] {
  const t = useTranslations('maturities.list');
  const names = useTranslations('maturities.products');
  const formatUsd = useUsd();
  return [
    { id: 'date', header: t('date'), place: 'title', cell: ({ End }) => <DateTime value={End} show="minute" /> },
    { id: 'product', header: t('product'), place: 'under', cell: ({ Product }) => names(Product) },
    { id: 'amount', header: t('amount'), align: 'end', cell: ({ Amount: amount }) => <Amount value={amount} /> },
    {
      id: 'profit',
      header: t('profit'),
      align: 'end',
      cell: ({ Profit, Promised, Withheld, AwaitsOperations }) => (
        <Noted
          note={
            Withheld === undefined
              ? t(Promised ? 'promised' : AwaitsOperations ? 'awaited' : 'soFar')
              : t('lessTax', { withheld: formatUsd(-shownSum(-Withheld)) })
          }
        >
          <Amount value={Profit} tone="moved" />
        </Noted>
      ),
    },
    {
      id: 'total',
      header: t('total'),
      place: 'main',
      align: 'end',
      cell: (maturity) => (
        <Noted note={t(isToWallet(maturity.Product) ? 'toWallet' : 'toBalance')}>
          <Amount value={shownSum(maturity.Amount, maturity.Profit, -(maturity.Withheld ?? 0))} />
        </Noted>
      ),
    },
  ];
}

function Noted({ note, children }: { note: string; children: ReactNode }) {
  return (
    <span className={styles.noted}>
      {children}
      <span className={styles.note}>{note}</span>
    </span>
  );
}
