import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { listAnnouncements, type StaffAnnouncement } from '#console/announcements-contract.ts';
import { type Language, saidIn } from '#platform/languages.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { CommandButton, FormDialog, type Typed } from '../commands/form-dialog.tsx';
import { useTitled } from '../commands/use-command.ts';
import { List } from '../list.tsx';
import { ReachedCustomers, TestMail } from './reached-customers.tsx';
import { fieldsFor, useReach } from './use-reach.ts';
import { useSegmentName } from './use-segment-name.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';

const everyMs = 10_000;
const tones = { waiting: 'neutral', sending: 'running', done: 'good', withdrawn: 'bad' } as const;

/** Announcements to many customers: those sent, those waiting, and a new one. */
export function AnnouncementsPage() {
  const t = useTranslations('console.announcements');
  const [typed, setTyped] = useState<Typed>({});
  const reach = useReach(typed);
  const [withdrawn, setWithdrawn] = useState<StaffAnnouncement | null>(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        action={
          <CommandButton
            kind="primary"
            command="announcement create"
            fieldsOf={fieldsFor(reach.data)}
            onType={setTyped}
          >
            {(values) => (
              <>
                <ReachedCustomers {...values} />
                <TestMail {...values} />
              </>
            )}
          </CommandButton>
        }
      />
      <List
        of={listAnnouncements}
        everyMs={everyMs}
        caption={t('title')}
        columns={useColumns(setWithdrawn)}
        rowKey={({ Id }) => Id}
        empty={t('nothing')}
      />
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

function useColumns(onWithdraw: (announcement: StaffAnnouncement) => void): Column<StaffAnnouncement>[] {
  const t = useTranslations('console.announcements');
  const { language } = useLanguage();
  const nameOf = useSegmentName();
  const [withdraw] = useTitled('announcement withdraw');
  const columns: Column<StaffAnnouncement>[] = [
    { id: 'text', header: t('text'), place: 'title', cell: (row) => <Words {...row} language={language} /> },
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
    {
      id: 'mails',
      header: t('mails'),
      align: 'end',
      cell: ({ Mails, Mailed, MailsCounted }) =>
        Mails === 'none' ? t('no') : t('toldOf', { told: Mailed, counted: MailsCounted }),
    },
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
  return columns;
}

function Words({ Subjects, Texts, language }: Pick<StaffAnnouncement, 'Subjects' | 'Texts'> & { language: Language }) {
  return (
    <span dir="auto">
      <strong>{saidIn(Subjects, language)}</strong> {saidIn(Texts, language)}
    </span>
  );
}
