import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isKindGroup } from '#console/kind-groups.ts';
import type { DailySheetAnswer } from '#console/reports-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { Count } from '#platform/web/ui/count.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { HowCounted } from '../why/how-counted.tsx';
import { InBooks } from '../why/in-books.tsx';
import { column, figureColumn } from '../columns.tsx';

type ProductRow = DailySheetAnswer['Products'][number];
type Product = ProductRow['Product'];

const openedKind = (product: Product): string => `${product}_opened`;
/** A product that can be left early ends by two kinds of journal. */
const endedKind = (product: Product): string =>
  isKindGroup(`${product}_ended`) ? `${product}_ended` : `${product}_matured`;

/** What each product opened and ended that day, each figure leading to its journals. */
export function Products({ day, rows }: { day: string; rows: readonly ProductRow[] }) {
  const t = useTranslations('console.reports');
  const names = useTranslations('console.treasury.productNames');
  const entries = (kind: string, name: string, shown: ReactNode) => (
    <InBooks asked={{ kind, from: day, until: day }} name={name}>
      {shown}
    </InBooks>
  );
  const amount = (
    id: 'Invested' | 'Promised' | 'Returned' | 'Fees',
    kindOf: (product: Product) => string,
    header: string,
  ): Column<ProductRow> =>
    figureColumn(header, (row) => entries(kindOf(row.Product), header, <Amount value={row[id]} />));
  const columns: Column<ProductRow>[] = [
    column(t('product'), ({ Product }) => names(Product), 'title'),
    figureColumn(t('opened'), (row) => entries(openedKind(row.Product), t('opened'), <Count value={row.Opened} />)),
    amount('Invested', openedKind, t('invested')),
    amount('Promised', openedKind, t('promised')),
    figureColumn(t('ended'), (row) => entries(endedKind(row.Product), t('ended'), <Count value={row.Ended} />)),
    amount('Returned', endedKind, t('returned')),
    figureColumn(t('profit'), (row) =>
      entries(endedKind(row.Product), t('profit'), <Amount value={row.Profit} tone="change" />),
    ),
    amount('Fees', endedKind, t('leaving')),
  ];
  return (
    <>
      <Table caption={t('products')} columns={columns} rows={rows} rowKey={({ Product }) => Product} />
      <HowCounted
        rules={(['opened', 'invested', 'promised', 'ended', 'returned', 'profit', 'leaving'] as const).map((name) => [
          t(name),
          t(`why.${name}`),
        ])}
      />
    </>
  );
}
