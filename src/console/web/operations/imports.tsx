import { useTranslations } from 'use-intl';
import { listImports } from '#console/feeds-contract.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { Count } from '#platform/web/ui/count.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Percent } from '#platform/web/ui/percent.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { CommandButton } from '../commands/form-dialog.tsx';
import { Rows } from '../list.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import { column, figureColumn } from '../columns.tsx';

type Import = AnswerOf<typeof listImports>[number];

/** What was imported last, each to be undone whole while nothing was paid by it. */
export function Imports() {
  const t = useTranslations('console.operations');
  const imports = useStaffQuery(listImports, {}, { isLook: true });
  const columns = useColumns();
  return (
    <Card title={t('imports')}>
      <Rows
        query={imports}
        caption={t('imports')}
        columns={columns}
        rowKey={({ Id }) => String(Id)}
        empty={t('noImports')}
      />
    </Card>
  );
}

function useColumns(): Column<Import>[] {
  const t = useTranslations('console.operations');
  const products = useTranslations('console.customers.products');
  return [
    column(t('product'), ({ Id, Product }) => t('importOf', { number: Id, product: products(Product) }), 'title'),
    figureColumn(t('count'), ({ Operations }) => <Count value={Operations} />),
    figureColumn(t('payout'), ({ Payout }) => <Percent value={Payout} />),
    column(t('date'), ({ First, Last }) => (
      <>
        <DateTime value={First} show="minute" /> – <DateTime value={Last} show="minute" />
      </>
    )),
    column(t('imported'), ({ Made, By }) => (
      <>
        <DateTime value={Made} show="minute" /> · <bdi>{By}</bdi>
      </>
    )),
    column(
      t('undone'),
      ({ Id, Withdrawn }) =>
        Withdrawn ? (
          <DateTime value={Withdrawn} show="minute" />
        ) : (
          <CommandButton command="operations withdraw" given={{ import: Id }} />
        ),
      'main',
    ),
  ];
}
