import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import * as contract from '#console/customer-lists-contract.ts';
import type { ShownCustomer } from '#console/customers-contract.ts';
import type { Column } from '#platform/web/ui/table.tsx';
import { Called, What } from '../account/action-rows.tsx';
import { amountColumn, column, momentColumn, nameColumn } from '../columns.tsx';
import { List, type Paged, type RowOf } from '../list.tsx';
import { TransferState } from '../transfers/transfer-state.tsx';
import { useMe } from '../use-me.ts';
import { HowCounted } from '../why/how-counted.tsx';
import { InBooks } from '../why/in-books.tsx';
import { useFoundColumns } from './found-columns.tsx';
import styles from './customers.module.css';

export interface TabProps {
  customer: ShownCustomer;
}

const useWords = () => useTranslations('console.customers');
type Words = ReturnType<typeof useWords>;

/** One of the customer's lists: what it is of, its tab, its columns. */
function listTab<E extends Paged>(
  of: E,
  name: 'positions' | 'transfers' | 'statement' | 'network' | 'notices' | 'notes' | 'actions',
  useColumns: (t: Words, customer: ShownCustomer) => Column<RowOf<E>>[],
  keyOf: (row: RowOf<E>) => string,
): (props: TabProps) => ReactNode {
  return function ListTab({ customer }) {
    const t = useWords();
    return (
      <List
        of={of}
        params={{ id: customer.Id }}
        given={{ limit: '50' }}
        isLook
        caption={t(`tabs.${name}`)}
        columns={useColumns(t, customer)}
        rowKey={keyOf}
        empty={t('nothing')}
      />
    );
  };
}

const byId = ({ Id }: { Id: string }): string => Id;

const PositionList = listTab(
  contract.listPositions,
  'positions',
  (t, customer) => [
    column(t('product'), ({ Product }) => t(`products.${Product}`), 'title'),
    momentColumn(t('start'), ({ Start }) => Start),
    momentColumn(t('end'), ({ End }) => End),
    column(t('state'), ({ State }) => t(`states.${State as 'running'}`)),
    amountColumn(t('profit'), ({ Profit }) => Profit, { tone: 'change' }),
    amountColumn(t('amount'), (row) => row.Amount, { place: 'main' }),
    column(t('id'), ({ Id }) => (
      <InBooks asked={{ customer: customer.Id, reference: Id }} name={t('id')}>
        <code className={styles.long}>{Id}</code>
      </InBooks>
    )),
  ],
  byId,
);

export function Positions(props: TabProps) {
  const t = useWords();
  return (
    <>
      <HowCounted rules={(['amount', 'profit'] as const).map((name) => [t(name), t(`whys.${name}`)])} />
      <PositionList {...props} />
    </>
  );
}

export const Transfers = listTab(
  contract.listTransfers,
  'transfers',
  function useColumns(t) {
    // All roles that see customers also see transfers, except the desk.
    const seesTransfers = useMe().Role !== 'desk';
    const directions = useTranslations('console.transfers.directions');
    return [
      column(
        t('way'),
        ({ Id, Direction }) => {
          const way = directions(Direction);
          return seesTransfers ? <Link to={`/transfers/${Id}`}>{way}</Link> : way;
        },
        'title',
      ),
      momentColumn(t('date'), (row) => row.Date),
      column(t('state'), ({ State }) => <TransferState transfer={{ State, Overdue: false }} />),
      column(t('theyRead'), ({ Notes: said }) => <span dir="auto">{said}</span>),
      amountColumn(t('amount'), (row) => row.Amount, { place: 'main' }),
      column(t('id'), ({ Id }) => <code className={styles.long}>{Id}</code>),
    ];
  },
  byId,
);

export const Statement = listTab(
  contract.readStatement,
  'statement',
  (t, customer) => [
    column(t('what'), ({ Description }) => Description, 'title'),
    momentColumn(t('date'), (row) => row.Date),
    amountColumn(t('amount'), (row) => row.Amount, { place: 'main', tone: 'moved' }),
    amountColumn(t('balance'), ({ Balance }) => Balance),
    column(
      t('reference'),
      ({ Reference }) =>
        Reference && (
          <InBooks asked={{ customer: customer.Id, reference: Reference }} name={t('amount')}>
            <code className={styles.long}>{Reference}</code>
          </InBooks>
        ),
    ),
  ],
  byId,
);

export const Members = listTab(contract.listMembers, 'network', useFoundColumns, byId);

export const Notices = listTab(
  contract.listNotices,
  'notices',
  (t) => [
    column(t('kind'), ({ Kind }) => t(`noticeKinds.${Kind}`), 'title'),
    momentColumn(t('date'), (row) => row.Date),
    column(t('read'), ({ Read }) => (Read ? t('yes') : t('no'))),
    amountColumn(t('amount'), (row) => row.Amount, { place: 'main' }),
  ],
  byId,
);

export const Notes = listTab(
  contract.listNotes,
  'notes',
  (t) => [
    column(t('note'), ({ Text }) => <span dir="auto">{Text}</span>, 'title'),
    nameColumn(t('by'), ({ Author }) => Author),
    momentColumn(t('date'), ({ Written }) => Written),
  ],
  byId,
);

export const Actions = listTab(
  contract.listActionsAbout,
  'actions',
  (t) => [
    column(t('what'), ({ Action, Title }) => <Called action={Action} title={Title} />, 'title'),
    nameColumn(t('by'), ({ Operator }) => Operator),
    momentColumn(t('date'), (row) => row.Date),
    column(t('details'), ({ Details: { customer: _theirs, ...Details }, ...row }) => (
      <What row={{ ...row, Details }} />
    )),
  ],
  ({ Number: number }) => String(number),
);
