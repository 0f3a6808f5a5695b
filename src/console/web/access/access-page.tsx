import { useMutation } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import {
  type AccessOfPerson,
  type AccessToCommand,
  exportAccess,
  listAccessOfPeople,
  listAccessToCommands,
} from '#console/access-contract.ts';
import { saveText } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { IconBring } from '#platform/web/ui/icons-action.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { showToast } from '#platform/web/ui/toasts.ts';
import { type Role, roles } from '#staff/roles.ts';
import { type Filter, useViews } from '../filters.tsx';
import { column } from '../columns.tsx';
import { List } from '../list.tsx';
import { callStaff } from '../queries.ts';
import shared from '../shared.module.css';
import styles from '../staff/staff.module.css';

const views = ['people', 'commands'] as const;

/** Who can do what, and who did: for the review that compliance and admins make of the staff's access. */
export function AccessPage() {
  const t = useTranslations('consoleLater.access');
  const tRole = useTranslations('console.roles');
  const [view, choice] = useViews(views, t('title'), (each) => t(`views.${each}`));
  const filters: Filter[] = [
    {
      name: 'role',
      kind: 'choice',
      label: t('role'),
      options: roles.map((value) => ({ value, label: tRole(value) })),
    },
  ];
  const list = { filters, empty: t('none'), caption: t(`views.${view}`), isLook: true };
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} action={<Export which={view} />} />
      <div className={shared.parts}>
        <div>{choice}</div>
        {view === 'people' ? <People list={list} /> : <Commands list={list} />}
      </div>
    </>
  );
}

function Export({ which }: { which: (typeof views)[number] }) {
  const t = useTranslations('console.account');
  const file = useMutation({
    mutationFn: () => callStaff(exportAccess, { body: { which } }),
    meta: { affects: [] },
    onSuccess: ({ Name, Csv }) => saveText(Csv, Name, 'text/csv'),
    onError: () => showToast('danger', t('notSaved')),
  });
  return (
    <Button icon={<IconBring />} onClick={() => file.mutate()} isWorking={file.isPending}>
      {t('export')}
    </Button>
  );
}

interface ListProps {
  list: { filters: Filter[]; empty: string; caption: string; isLook: boolean };
}

function useRoleNames(): (those: readonly Role[]) => string {
  const t = useTranslations('console.roles');
  const format = useFormatter();
  // In Chinese nothing would stand between units.
  return (those) => format.list(those.map((role) => t(role)));
}

function People({ list }: ListProps) {
  const t = useTranslations('consoleLater.access');
  const tStaff = useTranslations('console.staff');
  const tRole = useTranslations('console.roles');
  const named = useRoleNames();
  const columns: Column<AccessOfPerson>[] = [
    column(
      tStaff('name'),
      ({ Name, Email }) => (
        <>
          <bdi>{Name}</bdi>
          <span className={styles.email} dir="ltr">
            {Email}
          </span>
        </>
      ),
      'title',
    ),
    column(t('role'), ({ Role }) => tRole(Role), 'main'),
    column(t('signedIn'), ({ SignedIn }) =>
      SignedIn ? (
        <>
          <DateTime value={SignedIn.At} show="minute" />
          {SignedIn.How && <span className={styles.email}>{t(`how.${SignedIn.How}`)}</span>}
        </>
      ) : (
        tStaff('never')
      ),
    ),
    column(t('used'), ({ Used, Role }) =>
      Used ? (
        <>
          {Used.Title}
          <span className={styles.email}>
            <DateTime value={Used.At} show="minute" />
          </span>
          {!Used.Roles.includes(Role) && (
            <StatusBadge tone="running">{t('otherRole', { roles: named(Used.Roles) })}</StatusBadge>
          )}
        </>
      ) : (
        tStaff('never')
      ),
    ),
  ];
  return <List of={listAccessOfPeople} columns={columns} rowKey={({ Id }) => Id} {...list} />;
}

function Commands({ list }: ListProps) {
  const t = useTranslations('consoleLater.access');
  const tStaff = useTranslations('console.staff');
  const named = useRoleNames();
  const columns: Column<AccessToCommand>[] = [
    column(t('command'), ({ Title }) => Title, 'title'),
    column(t('people'), ({ People: people }) => t(`takes.${people}`), 'main'),
    column(t('may'), ({ Roles, Members }) => `${named(Roles)} · ${t('members', { count: Members })}`),
    column(t('decide'), ({ Deciders }) => named(Deciders) || '–'),
    // Looks stand in the account of actions by what was looked at.
    column(t('lastUsed'), ({ LastUsed, IsLook }) =>
      LastUsed ? <DateTime value={LastUsed} show="minute" /> : IsLook ? '–' : tStaff('never'),
    ),
  ];
  return <List of={listAccessToCommands} columns={columns} rowKey={({ Command }) => Command} {...list} />;
}
