import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { listAnnouncements, type StaffAnnouncement } from '#console/announcements-contract.ts';
import { type Language, saidIn } from '#platform/languages.ts';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { CommandButton, type Typed } from '../commands/form-dialog.tsx';
import { useRowCommands } from '../commands/row-commands.tsx';
import { List } from '../list.tsx';
import { ReachedCustomers, TestMail } from './reached-customers.tsx';
import { fieldsFor, useReach } from './use-reach.ts';
import { useSegmentName } from './use-segment-name.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';
import { column, figureColumn, momentColumn, nameColumn } from '../columns.tsx';

const everyMs = 10_000;
const tones = { waiting: 'neutral', sending: 'running', done: 'good', withdrawn: 'bad' } as const;

/** Announcements to many customers: those sent, those waiting, and a new one. */
export function AnnouncementsPage() {
  const t = useTranslations('console.announcements');
  const [typed, setTyped] = useState<Typed>({});
  const reach = useReach(typed);
  const withdraw = useRowCommands<StaffAnnouncement>(['announcement withdraw'], ({ Id, State }) =>
    State === 'waiting' ? [{ command: 'announcement withdraw', given: { announcement: Id } }] : [],
  );
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
        columns={[...useColumns(), ...withdraw.columns]}
        rowKey={({ Id }) => Id}
        empty={t('nothing')}
      />
      {withdraw.form}
    </>
  );
}

function useColumns(): Column<StaffAnnouncement>[] {
  const t = useTranslations('console.announcements');
  const { language } = useLanguage();
  const nameOf = useSegmentName();
  return [
    column(t('text'), (row) => <Words {...row} language={language} />, 'title'),
    column(t('state'), ({ State }) => <StatusBadge tone={tones[State]}>{t(`states.${State}`)}</StatusBadge>, 'main'),
    column(t('segment'), ({ Segment }) => nameOf(Segment)),
    figureColumn(t('told'), ({ Told, Counted }) => t('toldOf', { told: Told, counted: Counted })),
    figureColumn(t('mails'), ({ Mails, Mailed, MailsCounted }) =>
      Mails === 'none' ? t('no') : t('toldOf', { told: Mailed, counted: MailsCounted }),
    ),
    momentColumn(t('starts'), ({ Starts }) => Starts),
    nameColumn(t('by'), ({ MadeBy }) => MadeBy),
  ];
}

function Words({ Subjects, Texts, language }: Pick<StaffAnnouncement, 'Subjects' | 'Texts'> & { language: Language }) {
  return (
    <span dir="auto">
      <strong>{saidIn(Subjects, language)}</strong> {saidIn(Texts, language)}
    </span>
  );
}
