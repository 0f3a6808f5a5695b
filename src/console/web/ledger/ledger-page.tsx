import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, Route, Routes, useLocation, useNavigate } from 'react-router';
import { searchJournals, type StaffJournal } from '#console/ledger-contract.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { LongPages } from '../long-pages.tsx';
import { kept } from '../queries.ts';
import { useStaffPages } from '../use-staff-query.ts';
import shared from '../shared.module.css';
import { JournalPage } from './journal-page.tsx';
import { FoldedFilters } from '../folded-filters.tsx';
import { useKindName } from './kind-name.ts';
import { Legs } from './legs.tsx';
import { type Asked, askedOf, bodyOf, LedgerFilters } from './ledger-filters.tsx';

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
  // Another screen may pass a customer, by id, which reveals nothing about the person. It is used once: any later search replaces it, also
  // on return to this page.
  const { state } = useLocation() as { state: Partial<Asked> | null };
  const navigate = useNavigate();
  // Restores the search on return from a journal.
  const [asked, setAsked] = useState(() =>
    state ? askedOf(state) : ((kept.get(searchJournals.path) as Asked | undefined) ?? askedOf({})),
  );
  useEffect(() => {
    if (!state) return;
    kept.set(searchJournals.path, askedOf(state));
    void navigate('/ledger', { replace: true, state: null });
  }, [state, navigate]);
  const journals = useStaffPages(searchJournals, { body: bodyOf(asked) }, { isSearch: true });
  function ask(next: Asked): void {
    kept.set(searchJournals.path, next);
    if (JSON.stringify(next) === JSON.stringify(asked)) void journals.refetch();
    setAsked(next);
  }
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <FoldedFilters isAsked={Object.values(asked).some((said) => said !== '')}>
        <LedgerFilters key={JSON.stringify(asked)} value={asked} onAsk={ask} />
      </FoldedFilters>
      <LongPages query={journals} caption={t('title')} columns={useColumns()} rowKey={keyOf} empty={t('none')} />
    </>
  );
}

const keyOf = ({ Owner, Number: number }: StaffJournal): string => `${Owner} ${number}`;

function useColumns(): Column<StaffJournal>[] {
  const t = useTranslations('console.ledger');
  const nameOf = useKindName();
  return [
    {
      id: 'kind',
      header: t('kind'),
      place: 'title',
      cell: ({ Owner, Number: number, Kind }) => <Link to={`/ledger/${Owner}/${number}`}>{nameOf(Kind)}</Link>,
    },
    { id: 'at', header: t('at'), place: 'aside', cell: ({ At }) => <DateTime value={At} show="minute" /> },
    {
      id: 'customer',
      header: t('customer'),
      cell: ({ Customer }) => (Customer ? <span dir="auto">{Customer.Name}</span> : t('house')),
    },
    { id: 'legs', header: t('legs'), cell: ({ Legs: legs }) => <Legs legs={legs} /> },
    { id: 'key', header: t('key'), cell: ({ Key }) => <code className={shared.key}>{Key}</code> },
  ];
}
