import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from 'react-router';
import { exportActions, listActions } from '#console/actions-contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { IconBring } from '#platform/web/ui/icons-action.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { showToast } from '#platform/web/ui/toasts.ts';
import { callStaff } from '../queries.ts';
import { saveText } from '#platform/web/save-file.ts';
import { DayField, noDay } from '../day-field.tsx';
import { FoldedFilters } from '../folded-filters.tsx';
import { PagedView } from '../paged-view.tsx';
import { useStaffPages } from '../use-staff-query.ts';
import { ActionRows } from './action-rows.tsx';
import styles from './account.module.css';

const names = ['who', 'action', 'customer', 'from', 'until'] as const;
type Filter = Partial<Record<(typeof names)[number], string>>;

/** The action log, newest first. The filters are in the URL, so that it can be bookmarked and shared. */
export function AccountPage() {
  const t = useTranslations('console.account');
  const [search, setSearch] = useSearchParams();
  const filter: Filter = Object.fromEntries(
    names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])),
  );
  const actions = useStaffPages(listActions, { query: filter }, { isLook: true });
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} action={<Export filter={filter} />} />
      <FoldedFilters isAsked={Object.keys(filter).length > 0}>
        <FilterForm key={search.toString()} filter={filter} onFilter={(next) => setSearch(next)} />
      </FoldedFilters>
      <PagedView query={actions} empty={t('none')}>
        {(rows) => (
          <ActionRows
            rows={rows}
            onWho={(who) => setSearch({ ...filter, who })}
            onAction={(action) => setSearch({ ...filter, action })}
          />
        )}
      </PagedView>
    </>
  );
}

function FilterForm({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) {
  const t = useTranslations('console.account');
  const [typed, setTyped] = useState(filter);
  function submit(): void {
    onFilter(Object.fromEntries(Object.entries(typed).filter(([, value]) => value?.trim())));
  }
  return (
    <Form className={styles.filter} onSubmit={submit} role="search">
      {names.map((name) => {
        const field = {
          label: t(`filter.${name}`),
          value: typed[name] ?? '',
          onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
        };
        if (name === 'from' || name === 'until') return <DayField key={name} {...field} />;
        return <TextField key={name} {...field} autoComplete="off" spellCheck={false} maxLength={254} />;
      })}
      <div className={styles.ways}>
        <Button kind="primary" type="submit" disabled={Object.values(typed).includes(noDay)}>
          {t('find')}
        </Button>
        <Button onClick={() => onFilter({})}>{t('all')}</Button>
      </div>
    </Form>
  );
}

/** Exports the filtered actions as a file. The export is itself an action. */
function Export({ filter }: { filter: Filter }) {
  const t = useTranslations('console.account');
  const file = useMutation({
    mutationFn: () => callStaff(exportActions, { body: filter }),
    meta: { affects: [] },
    onSuccess: ({ Name, Csv, Rows, IsWhole }) => {
      saveText(Csv, Name, 'text/csv');
      showToast('success', t(IsWhole ? 'saved' : 'savedPart', { count: Rows }));
    },
    onError: () => showToast('danger', t('notSaved')),
  });
  return (
    <Button icon={<IconBring />} onClick={() => file.mutate()} isWorking={file.isPending}>
      {t('export')}
    </Button>
  );
}
