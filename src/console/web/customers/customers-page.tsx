import { useTranslations } from 'use-intl';
import { Route, Routes } from 'react-router';
import { longestSearch, searchCustomers } from '#console/customers-contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { useState } from 'react';
import { kept } from '../queries.ts';
import { CommandButton } from '../commands/form-dialog.tsx';
import { useStaffPages } from '../use-staff-query.ts';
import { CustomerPage } from './customer-page.tsx';
import styles from './customers.module.css';
import { useFoundColumns } from './found-columns.tsx';
import { Rows } from '../list.tsx';

/** Finds customers by any of their details, then shows their page. */
export function CustomersPage() {
  return (
    <Routes>
      <Route path=":id" element={<CustomerPage />} />
      <Route path="*" element={<Search />} />
    </Routes>
  );
}

/**
 * Searches on Enter and not while typing, because every search is recorded as an action. The text may be personal data, so it is kept out
 * of the URL; it is still there on return from a customer.
 */
function Search() {
  const t = useTranslations('console.customers');
  const [search, setSearch] = useState(() => (kept.get(searchCustomers.path) as string | undefined) ?? '');
  const [typed, setTyped] = useState(search);
  const found = useStaffPages(searchCustomers, { body: { search, limit: '50' } }, { isSearch: true });
  function submit(): void {
    const next = typed.trim();
    kept.set(searchCustomers.path, next);
    if (next === search) void found.refetch();
    setSearch(next);
  }
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} action={<CommandButton command="customer invite" />} />
      <Form role="search" className={styles.search} onSubmit={submit}>
        <TextField
          label={t('search')}
          hint={t('searchHint')}
          type="search"
          dir="auto"
          value={typed}
          onChange={setTyped}
          maxLength={longestSearch}
          autoComplete="off"
        />
        <Button kind="primary" type="submit">
          {t('find')}
        </Button>
      </Form>
      <Rows
        caption={t('title')}
        query={found}
        columns={useFoundColumns()}
        rowKey={({ Id }) => Id}
        empty={t('nobody')}
      />
    </>
  );
}
