import { useTranslations } from 'use-intl';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { useTaxRule } from '#positions/web/withheld.tsx';
import type { Figures } from './data.ts';
import { type ProductRow, useProductRows } from './use-product-rows.ts';
import { Section } from './section.tsx';

/** Terms, returns and amounts of every product on offer. */
export function ProductsSection({ catalog }: Pick<Figures, 'catalog'>) {
  const t = useTranslations('helpPage.products');
  const title = useTranslations('help.topics.products')('title');
  const rows = useProductRows(catalog);
  const tax = useTaxRule(catalog.Stake.TaxRate);
  const columns: Column<ProductRow>[] = [
    { id: 'product', header: t('product'), place: 'title', cell: ({ name }) => name },
    { id: 'term', header: t('term'), place: 'under', cell: ({ term }) => term },
    { id: 'return', header: t('return'), place: 'main', cell: ({ gives }) => gives },
    { id: 'early', header: t('early'), cell: ({ early }) => early },
    { id: 'amounts', header: t('amounts'), cell: ({ amounts }) => amounts },
  ];
  return (
    <Section topic="products">
      <Table caption={title} columns={columns} rows={rows} rowKey={({ name, term }) => `${name} ${term}`} />
      <p>{t('note')}</p>
      {tax && <p>{tax}</p>}
    </Section>
  );
}
