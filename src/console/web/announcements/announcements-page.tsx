import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { listAnnouncements, type StaffAnnouncement } from '#console/announcements-contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { CommandButton, FormDialog } from '../commands/form-dialog.tsx';
import { useTitled } from '../commands/use-command.ts';
import { PagedView } from '../paged-view.tsx';
import { useStaffPages } from '../use-staff-query.ts';
import { ReachedCustomers } from './reached-customers.tsx';
import { useSegmentName } from './use-segment-name.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';

const everyMs = 10_000;
const tones = { waiting: 'neutral', sending: 'running', done: 'good', withdrawn: 'bad' } as const;

/** Announcements to many customers: those sent, those waiting, and a new one. */
export function AnnouncementsPage() {
  const t = useTranslations('console.announcements');
  const announcements = useStaffPages(listAnnouncements, { query: {} }, { everyMs });
  const [withdrawn, setWithdrawn] = useState<StaffAnnouncement | null>(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        action={
          <CommandButton kind="primary" command="announcement create">
            {(values) => <ReachedCustomers {...values} />}
          </CommandButton>
        }
      />
      <PagedView query={announcements} empty={t('nothing')}>
        {(rows) => <Announcements rows={rows} onWithdraw={setWithdrawn} />}
      </PagedView>
      {withdrawn && (
        <FormDialog
          command="announcement withdraw"
          given={{ announcement: withdrawn.Id }}
          isDangerous
          onClose={() => setWithdrawn(null)}
        />
      )}
    </>
  );
}

interface AnnouncementsProps {
  rows: readonly StaffAnnouncement[];
  onWithdraw: (announcement: StaffAnnouncement) => void;
}

function Announcements({ rows, onWithdraw }: AnnouncementsProps) {
  const t = useTranslations('console.announcements');
  const language = useLanguage().language === 'pt-BR' ? 'pt-BR' : 'en';
  const nameOf = useSegmentName();
  const [withdraw] = useTitled('announcement withdraw');
  const columns: Column<StaffAnnouncement>[] = [
    { id: 'text', header: t('text'), place: 'title', cell: ({ Texts }) => <span dir="auto">{Texts[language]}</span> },
    {
      id: 'state',
      header: t('state'),
      place: 'main',
      cell: ({ State }) => <StatusBadge tone={tones[State]}>{t(`states.${State}`)}</StatusBadge>,
    },
    { id: 'segment', header: t('segment'), cell: ({ Segment }) => nameOf(Segment) },
    {
      id: 'told',
      header: t('told'),
      align: 'end',
      cell: ({ Told, Counted }) => t('toldOf', { told: Told, counted: Counted }),
    },
    { id: 'mails', header: t('mails'), cell: ({ Mails }) => (Mails ? t('yes') : t('no')) },
    { id: 'starts', header: t('starts'), cell: ({ Starts }) => <DateTime value={Starts} show="minute" /> },
    { id: 'by', header: t('by'), cell: ({ MadeBy }) => <bdi>{MadeBy}</bdi> },
  ];
  if (withdraw) {
    columns.push({
      id: 'withdraw',
      header: withdraw.title,
      place: 'action',
      cell: (row) =>
        row.State === 'waiting' && (
          <Button size="small" onClick={() => onWithdraw(row)}>
            {withdraw.title}
          </Button>
        ),
    });
  }
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />;
}
