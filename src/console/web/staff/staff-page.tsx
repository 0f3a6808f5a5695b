import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { listStaff } from '#staff/contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { CommandButton } from '../commands/form-dialog.tsx';
import { useMay } from '../commands/use-command.ts';
import { useMe } from '../use-me.ts';
import { useStaffQuery } from '../use-staff-query.ts';
import { type Member, MemberDialog } from './member-dialog.tsx';
import styles from './staff.module.css';

/** The staff: inviting them, changing their role, resetting and disabling their access. Auditors can only read. */
export function StaffPage() {
  const t = useTranslations('console.staff');
  const me = useMe();
  const staff = useStaffQuery(listStaff, {});
  const may = useMay();
  const [chosen, setChosen] = useState<Member | null>(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        action={<CommandButton command="staff invite" kind="primary" />}
      />
      <QueryView query={staff} waiting={<SkeletonRows />}>
        {(rows) => <People rows={rows} mayChange={may('staff role')} meId={me.Id} onChange={setChosen} />}
      </QueryView>
      {chosen && <MemberDialog member={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

interface PeopleProps {
  rows: readonly Member[];
  mayChange: boolean;
  meId: string;
  onChange: (member: Member) => void;
}

function People({ rows, mayChange, meId, onChange }: PeopleProps) {
  const t = useTranslations('console.staff');
  const tRole = useTranslations('console.roles');
  const columns: Column<Member>[] = [
    {
      id: 'name',
      header: t('name'),
      place: 'title',
      cell: ({ Name, Email }) => (
        <>
          <bdi>{Name}</bdi>
          <span className={styles.email} dir="ltr">
            {Email}
          </span>
        </>
      ),
    },
    { id: 'role', header: t('roleOf'), place: 'main', cell: ({ Role }) => tRole(Role) },
    { id: 'state', header: t('state'), cell: (member) => <MemberState member={member} /> },
    {
      id: 'factor',
      header: t('factor'),
      cell: ({ App, Passkeys }) =>
        [App && t('app'), Passkeys > 0 && t('passkeys', { count: Passkeys })].filter(Boolean).join(', ') || t('none'),
    },
    {
      id: 'seen',
      header: t('seen'),
      cell: ({ Seen }) => (Seen ? <DateTime value={Seen} show="minute" /> : t('never')),
    },
    {
      id: 'invited',
      header: t('invitedBy'),
      cell: ({ InvitedBy, Invited, Vouched }) => (
        <>
          {InvitedBy === null ? t('atTheMachine') : <bdi>{InvitedBy}</bdi>}
          <span className={styles.email}>
            <DateTime value={Invited} show="minute" />
            {!Vouched && ` · ${t('unvouched')}`}
          </span>
        </>
      ),
    },
  ];
  if (mayChange) {
    columns.push({
      id: 'change',
      header: t('change'),
      place: 'action',
      cell: (member) =>
        member.Id === meId ? (
          t('you')
        ) : (
          <Button size="small" aria-label={t('changeThis', { name: member.Name })} onClick={() => onChange(member)}>
            {t('change')}
          </Button>
        ),
    });
  }
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />;
}

function MemberState({ member: { Joined, Left, App, Passkeys } }: { member: Member }) {
  const t = useTranslations('console.staff.states');
  if (Left) return <StatusBadge tone="bad">{t('left')}</StatusBadge>;
  if (!Joined) return <StatusBadge tone="running">{t('invited')}</StatusBadge>;
  if (!App && Passkeys === 0) return <StatusBadge tone="running">{t('joining')}</StatusBadge>;
  return <StatusBadge tone="good">{t('in')}</StatusBadge>;
}
