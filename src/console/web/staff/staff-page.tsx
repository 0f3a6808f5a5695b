import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { listStaff } from '#staff/contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { CommandButton } from '../commands/form-dialog.tsx';
import { useMay } from '../commands/use-command.ts';
import { Rows } from '../list.tsx';
import { useMe } from '../use-me.ts';
import { useStaffQuery } from '../use-staff-query.ts';
import { type Member, MemberDialog } from './member-dialog.tsx';
import styles from './staff.module.css';
import { column, momentColumn } from '../columns.tsx';

/** The staff: inviting them, changing their role, resetting and disabling their access. Auditors can only read. */
export function StaffPage() {
  const t = useTranslations('console.staff');
  const staff = useStaffQuery(listStaff, {});
  const [chosen, setChosen] = useState<Member | null>(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        action={<CommandButton command="staff invite" kind="primary" />}
      />
      <Rows
        query={staff}
        caption={t('title')}
        columns={useColumns(setChosen)}
        rowKey={({ Id }) => Id}
        empty={t('none')}
      />
      {chosen && <MemberDialog member={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function useColumns(onChange: (member: Member) => void): Column<Member>[] {
  const me = useMe();
  const mayChange = useMay()('staff role');
  const t = useTranslations('console.staff');
  const tRole = useTranslations('console.roles');
  const format = useFormatter();
  const columns: Column<Member>[] = [
    column(
      t('name'),
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
    column(t('roleOf'), ({ Role }) => tRole(Role), 'main'),
    column(t('state'), (member) => <MemberState member={member} />),
    column(
      t('factor'),
      ({ App, Passkeys }) =>
        format.list(
          [App && t('app'), Passkeys > 0 && t('passkeys', { count: Passkeys })].filter((each) => each !== false),
        ) || t('none'),
    ),
    momentColumn(t('seen'), ({ Seen }) => Seen, { none: t('never') }),
    column(t('invitedBy'), ({ InvitedBy, Invited, Vouched }) => (
      <>
        {InvitedBy === null ? t('atTheMachine') : <bdi>{InvitedBy}</bdi>}
        <span className={styles.email}>
          <DateTime value={Invited} show="minute" />
          {!Vouched && ` · ${t('unvouched')}`}
        </span>
      </>
    )),
  ];
  if (mayChange) {
    columns.push(
      column(
        t('change'),
        (member) =>
          member.Id === me.Id ? (
            t('you')
          ) : (
            <Button size="small" aria-label={t('changeThis', { name: member.Name })} onClick={() => onChange(member)}>
              {t('change')}
            </Button>
          ),
        'action',
      ),
    );
  }
  return columns;
}

function MemberState({ member: { Joined, Left, App, Passkeys } }: { member: Member }) {
  const t = useTranslations('console.staff.states');
  if (Left) return <StatusBadge tone="bad">{t('left')}</StatusBadge>;
  if (!Joined) return <StatusBadge tone="running">{t('invited')}</StatusBadge>;
  if (!App && Passkeys === 0) return <StatusBadge tone="running">{t('joining')}</StatusBadge>;
  return <StatusBadge tone="good">{t('in')}</StatusBadge>;
}
