import { useTranslations } from 'use-intl';
import { Link, Route, Routes, useLocation } from 'react-router';
import { kindGroups } from '#console/kind-groups.ts';
import { booksAccounts, searchJournals, type StaffJournal } from '#console/ledger-contract.ts';
import { knownKinds } from '#ledger/kinds.ts';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { type Asked, type Filter } from '../filters.tsx';
import { List } from '../list.tsx';
import shared from '../shared.module.css';
import { JournalPage } from './journal-page.tsx';
import { useKindName } from './kind-name.ts';
import { Legs, useAccountName } from './legs.tsx';
import { column, momentColumn } from '../columns.tsx';

/** The books: journals, newest first, each with its own URL. */
export function LedgerPage() {
  return (
    <Routes>
      <Route path=":owner/:number" element={<JournalPage />} />
      <Route path="*" element={<Search />} />
    </Routes>
  );
}

function Search() {
  const t = useTranslations('console.ledger');
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <List
        of={searchJournals}
        filters={useFilters()}
        asking={bodyOf}
        isSearch
        caption={t('title')}
        columns={useColumns()}
        rowKey={keyOf}
        empty={t('none')}
      />
    </>
  );
}

function useFilters(): Filter[] {
  const t = useTranslations('console.ledger');
  const [kindName, accountName] = [useKindName(), useAccountName()];
  const choices = (values: readonly string[], nameOf: (value: string) => string) =>
    values.map((value) => ({ value, label: nameOf(value) }));
  return [
    { name: 'customer', kind: 'customer', label: t('filter.customer') },
    { name: 'account', kind: 'choice', label: t('filter.account'), options: choices(booksAccounts, accountName) },
    {
      name: 'kind',
      kind: 'choice',
      label: t('filter.kind'),
      options: choices([...Object.keys(kindGroups), ...knownKinds], kindName),
    },
    { name: 'from', kind: 'day', label: t('filter.from') },
    { name: 'until', kind: 'day', label: t('filter.until') },
    { name: 'min', kind: 'amount', label: t('filter.min') },
    { name: 'max', kind: 'amount', label: t('filter.max') },
    { name: 'reference', kind: 'text', label: t('filter.reference') },
  ];
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One field finds a journal by its key or by its reference. */
function bodyOf({ reference, ...rest }: Asked): Asked {
  if (reference === undefined) return rest;
  return { ...rest, ...(uuid.test(reference) ? { reference: reference.toLowerCase() } : { key: reference }) };
}

const keyOf = ({ Owner, Number: number }: StaffJournal): string => `${Owner} ${number}`;

function useColumns(): Column<StaffJournal>[] {
  const t = useTranslations('console.ledger');
  const nameOf = useKindName();
  const { search } = useLocation();
  return [
    column(
      t('kind'),
      ({ Owner, Number: number, Kind }) => (
        <Link to={{ pathname: `/ledger/${Owner}/${number}`, search }}>{nameOf(Kind)}</Link>
      ),
      'title',
    ),
    momentColumn(t('at'), ({ At }) => At, { place: 'aside' }),
    column(t('customer'), ({ Customer }) => (Customer ? <span dir="auto">{Customer.Name}</span> : t('house'))),
    column(t('legs'), ({ Legs: legs }) => <Legs legs={legs} />),
    column(t('key'), ({ Key }) => <code className={shared.key}>{Key}</code>),
  ];
}
