import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { exportActions, listActions } from '#console/actions-contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { IconBring } from '#platform/web/ui/icons-action.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { showToast } from '#platform/web/ui/toasts.ts';
import { callStaff } from '../queries.ts';
import { saveText } from '#platform/web/save-file.ts';
import { type Asked, type Filter, useAsked } from '../filters.tsx';
import { List } from '../list.tsx';
import { useActionColumns } from './action-rows.tsx';

const kinds = { who: 'text', action: 'text', customer: 'customer', from: 'day', until: 'day' } as const;
const names = ['who', 'action', 'customer', 'from', 'until'] as const;

/** The action log, newest first. The filters are in the URL, so that it can be bookmarked and shared. */
export function AccountPage() {
  const t = useTranslations('console.account');
  const filters = names.map((name): Filter => ({ name, kind: kinds[name], label: t(`filter.${name}`) }));
  const [filter, ask] = useAsked(filters);
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} action={<Export filter={filter} />} />
      <List
        of={listActions}
        filters={filters}
        isLook
        caption={t('title')}
        columns={useActionColumns({
          onWho: (who) => ask({ ...filter, who }),
          onAction: (action) => ask({ ...filter, action }),
        })}
        rowKey={({ Number: number }) => number}
        empty={t('none')}
      />
    </>
  );
}

/** Exports the filtered actions as a file. The export is itself an action. */
function Export({ filter }: { filter: Asked }) {
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
