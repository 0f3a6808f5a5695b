import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import * as contract from '#console/customer-lists-contract.ts';
import type { ShownCustomer } from '#console/customers-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { Called, What } from '../account/action-rows.tsx';
import { TransferState } from '../transfers/transfer-state.tsx';
import { useMe } from '../use-me.ts';
import { useStaffPages } from '../use-staff-query.ts';
import { HowCounted } from '../why/how-counted.tsx';
import { InBooks } from '../why/in-books.tsx';
import { useFoundColumns } from './found-columns.tsx';
import styles from './customers.module.css';
import { Rows } from '../list.tsx';

export interface TabProps {
  customer: ShownCustomer;
}

const limit = '50';

function inputOf({ Id: id }: ShownCustomer) {
  return { params: { id }, query: { limit } };
}

const dateColumn = (header: string): Column<{ Date: string }> => ({
  id: 'date',
  header,
  cell: (row) => <DateTime value={row.Date} show="minute" />,
});

const amountColumn = (header: string): Column<{ Amount: number }> => ({
  id: 'amount',
  header,
  align: 'end',
  place: 'main',
  cell: (row) => <Amount value={row.Amount} />,
});

const idColumn = (header: string): Column<{ Id: string }> => ({
  id: 'id',
  header,
  cell: ({ Id }) => <code className={styles.long}>{Id}</code>,
});

export function Positions({ customer }: TabProps) {
  const t = useTranslations('console.customers');
  return (
    <>
      <HowCounted
        rules={[
          [t('amount'), t('whys.amount')],
          [t('profit'), t('whys.profit')],
        ]}
      />
      <Rows
        caption={t('tabs.positions')}
        query={useStaffPages(contract.listPositions, inputOf(customer), { isLook: true })}
        columns={[
          { id: 'product', header: t('product'), place: 'title', cell: ({ Product }) => t(`products.${Product}`) },
          { id: 'start', header: t('start'), cell: ({ Start }) => <DateTime value={Start} show="minute" /> },
          { id: 'end', header: t('end'), cell: ({ End }) => <DateTime value={End} show="minute" /> },
          { id: 'state', header: t('state'), cell: ({ State }) => t(`states.${State as 'running'}`) },
          {
            id: 'profit',
            header: t('profit'),
            align: 'end',
            cell: ({ Profit }) => <Amount value={Profit} tone="change" />,
          },
          amountColumn(t('amount')),
          {
            id: 'id',
            header: t('id'),
            cell: ({ Id }) => (
              <InBooks asked={{ customer: customer.Id, reference: Id }} name={t('id')}>
                <code className={styles.long}>{Id}</code>
              </InBooks>
            ),
          },
        ]}
        rowKey={({ Id }) => Id}
        empty={t('nothing')}
      />
    </>
  );
}

export function Transfers({ customer }: TabProps) {
  const t = useTranslations('console.customers');
  // All roles that see customers also see transfers, except the desk.
  const seesTransfers = useMe().Role !== 'desk';
  return (
    <Rows
      caption={t('tabs.transfers')}
      query={useStaffPages(contract.listTransfers, inputOf(customer), { isLook: true })}
      columns={[
        {
          id: 'way',
          header: t('way'),
          place: 'title',
          cell: ({ Id, Direction }) =>
            seesTransfers ? (
              <Link to={`/transfers/${Id}`}>{t(`directions.${Direction}`)}</Link>
            ) : (
              t(`directions.${Direction}`)
            ),
        },
        dateColumn(t('date')),
        {
          id: 'state',
          header: t('state'),
          cell: ({ State }) => <TransferState transfer={{ State, Overdue: false }} />,
        },
        { id: 'notes', header: t('theyRead'), cell: ({ Notes: said }) => <span dir="auto">{said}</span> },
        amountColumn(t('amount')),
        idColumn(t('id')),
      ]}
      rowKey={({ Id }) => Id}
      empty={t('nothing')}
    />
  );
}

export function Statement({ customer }: TabProps) {
  const t = useTranslations('console.customers');
  return (
    <Rows
      caption={t('tabs.statement')}
      query={useStaffPages(contract.readStatement, inputOf(customer), { isLook: true })}
      columns={[
        { id: 'what', header: t('what'), place: 'title', cell: ({ Description }) => Description },
        dateColumn(t('date')),
        {
          id: 'amount',
          header: t('amount'),
          align: 'end',
          place: 'main',
          cell: (row) => <Amount value={row.Amount} tone="moved" />,
        },
        { id: 'balance', header: t('balance'), align: 'end', cell: ({ Balance }) => <Amount value={Balance} /> },
        {
          id: 'reference',
          header: t('reference'),
          cell: ({ Reference }) =>
            Reference && (
              <InBooks asked={{ customer: customer.Id, reference: Reference }} name={t('amount')}>
                <code className={styles.long}>{Reference}</code>
              </InBooks>
            ),
        },
      ]}
      rowKey={({ Id }) => Id}
      empty={t('nothing')}
    />
  );
}

export function Members({ customer }: TabProps) {
  const t = useTranslations('console.customers');
  const columns = useFoundColumns();
  return (
    <Rows
      caption={t('tabs.network')}
      query={useStaffPages(contract.listMembers, inputOf(customer), { isLook: true })}
      columns={columns}
      rowKey={({ Id }) => Id}
      empty={t('nothing')}
    />
  );
}

export function Notices({ customer }: TabProps) {
  const t = useTranslations('console.customers');
  return (
    <Rows
      caption={t('tabs.notices')}
      query={useStaffPages(contract.listNotices, inputOf(customer), { isLook: true })}
      columns={[
        { id: 'kind', header: t('kind'), place: 'title', cell: ({ Kind }) => t(`noticeKinds.${Kind}`) },
        dateColumn(t('date')),
        { id: 'read', header: t('read'), cell: ({ Read }) => (Read ? t('yes') : t('no')) },
        {
          id: 'amount',
          header: t('amount'),
          align: 'end',
          place: 'main',
          cell: (row) => row.Amount !== null && <Amount value={row.Amount} />,
        },
      ]}
      rowKey={({ Id }) => Id}
      empty={t('nothing')}
    />
  );
}

export function Notes({ customer }: TabProps) {
  const t = useTranslations('console.customers');
  return (
    <Rows
      caption={t('tabs.notes')}
      query={useStaffPages(contract.listNotes, inputOf(customer), { isLook: true })}
      columns={[
        { id: 'text', header: t('note'), place: 'title', cell: ({ Text }) => <span dir="auto">{Text}</span> },
        { id: 'author', header: t('by'), cell: ({ Author }) => <bdi>{Author}</bdi> },
        { id: 'date', header: t('date'), cell: ({ Written }) => <DateTime value={Written} show="minute" /> },
      ]}
      rowKey={({ Id }) => Id}
      empty={t('nothing')}
    />
  );
}

export function Actions({ customer }: TabProps) {
  const t = useTranslations('console.customers');
  return (
    <Rows
      caption={t('tabs.actions')}
      query={useStaffPages(contract.listActionsAbout, inputOf(customer), { isLook: true })}
      columns={[
        {
          id: 'action',
          header: t('what'),
          place: 'title',
          cell: ({ Action, Title }) => <Called action={Action} title={Title} />,
        },
        { id: 'by', header: t('by'), cell: ({ Operator }) => <bdi>{Operator}</bdi> },
        dateColumn(t('date')),
        {
          id: 'details',
          header: t('details'),
          cell: ({ Details: { customer: _theirs, ...Details }, ...row }) => <What row={{ ...row, Details }} />,
        },
      ]}
      rowKey={({ Number: number }) => String(number)}
      empty={t('nothing')}
    />
  );
}
