import { useTranslations } from 'use-intl';
import { listImports } from '#console/feeds-contract.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Percent } from '#platform/web/ui/percent.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { useFormatter } from 'use-intl';
import { CommandButton } from '../commands/form-dialog.tsx';
import { useStaffQuery } from '../use-staff-query.ts';

type Import = AnswerOf<typeof listImports>[number];

/** What was imported last, each to be undone whole while nothing was paid by it. */
export function Imports() {
  const t = useTranslations('console.operations');
  const imports = useStaffQuery(listImports, {}, { isLook: true });
  const columns = useColumns();
  return (
    <Card title={t('imports')}>
      <QueryView query={imports} waiting={<SkeletonRows rows={3} />}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{t('noImports')}</p>
          ) : (
            <Table caption={t('imports')} columns={columns} rows={rows} rowKey={({ Id }) => String(Id)} />
          )
        }
      </QueryView>
    </Card>
  );
}

function useColumns(): Column<Import>[] {
  const t = useTranslations('console.operations');
  const format = useFormatter();
  return [
    {
      id: 'product',
      header: t('product'),
      place: 'title',
      cell: ({ Id, Product }) => t('importOf', { number: Id, product: t(`products.${Product}`) }),
    },
    { id: 'count', header: t('title'), align: 'end', cell: ({ Operations }) => format.number(Operations) },
    { id: 'payout', header: t('payout'), align: 'end', cell: ({ Payout }) => <Percent value={Payout} /> },
    {
      id: 'closed',
      header: t('date'),
      cell: ({ First, Last }) => (
        <>
          <DateTime value={First} show="minute" /> – <DateTime value={Last} show="minute" />
        </>
      ),
    },
    {
      id: 'made',
      header: t('imported'),
      cell: ({ Made, By }) => (
        <>
          <DateTime value={Made} show="minute" /> · <bdi>{By}</bdi>
        </>
      ),
    },
    {
      id: 'undo',
      header: t('undone'),
      place: 'main',
      cell: ({ Id, Withdrawn }) =>
        Withdrawn ? (
          <DateTime value={Withdrawn} show="minute" />
        ) : (
          <CommandButton command="operations withdraw" given={{ import: Id }} />
        ),
    },
  ];
}
