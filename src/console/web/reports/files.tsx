import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { listFiles, type ReportFileAnswer, takeFile } from '#console/reports-contract.ts';
import { type ReportName, reportNames } from '#operator/report-names.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { CommandDialog } from '../commands/command-dialog.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import { WholeView } from '../whole-view.tsx';
import shared from '../shared.module.css';
import { areDays, DaysFields, lastDays } from './days-form.tsx';
import styles from './reports.module.css';

const everyMs = 15_000;

/** Report files, and the form that makes one. */
export function Files() {
  const t = useTranslations('console.reports');
  const [isMaking, setMaking] = useState(false);
  const files = useStaffQuery(listFiles, {}, { everyMs });
  return (
    <div className={shared.parts}>
      <div>
        <Button kind="primary" onClick={() => setMaking(true)}>
          {t('make')}
        </Button>
      </div>
      <WholeView query={files} empty={t('noFiles')}>
        {(rows) => <FileTable rows={rows} />}
      </WholeView>
      {isMaking && <MakeDialog onClose={() => setMaking(false)} />}
    </div>
  );
}

function FileTable({ rows }: { rows: readonly ReportFileAnswer[] }) {
  const t = useTranslations('console.reports');
  const format = useFormatter();
  const columns: Column<ReportFileAnswer>[] = [
    { id: 'report', header: t('report'), place: 'title', cell: ({ Report }) => t(`names.${Report}`) },
    {
      id: 'days',
      header: t('days'),
      cell: ({ From, Until }) => (
        <>
          <DateTime value={From} show="short" /> – <DateTime value={Until} show="short" />
        </>
      ),
    },
    { id: 'rows', header: t('rows'), align: 'end', cell: ({ Rows }) => format.number(Rows) },
    { id: 'by', header: t('by'), cell: ({ By }) => <bdi>{By}</bdi> },
    { id: 'made', header: t('made'), place: 'aside', cell: ({ Made }) => <DateTime value={Made} show="minute" /> },
    { id: 'hash', header: t('hash'), cell: ({ Sha256 }) => <code className={shared.key}>{Sha256}</code> },
    {
      id: 'take',
      header: t('take'),
      place: 'action',
      cell: ({ Id, Mine }) =>
        Mine ? (
          <a className={buttonClass()} href={takeFile.path.replace(':id', Id)} download>
            {t('take')}
          </a>
        ) : (
          <span className={styles.note}>{t('notYours')}</span>
        ),
    },
  ];
  return <Table caption={t('views.files')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />;
}

function MakeDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('console.reports');
  const [report, setReport] = useState<ReportName>('accounts');
  const [days, setDays] = useState(() => lastDays(30));
  return (
    <CommandDialog
      command="reports export"
      words={[report, days.from, days.until]}
      title={t('make')}
      lead={t('makeLead')}
      submit={t('makeSubmit')}
      isIncomplete={!areDays(days)}
      onClose={onClose}
      outcome={() => t('isMade')}
    >
      <Select
        label={t('report')}
        value={report}
        onChange={setReport}
        hint={report === 'customers' ? t('takesTwo') : undefined}
        options={reportNames.map((value) => ({ value, label: t(`names.${value}`) }))}
      />
      <DaysFields value={days} onChange={setDays} />
    </CommandDialog>
  );
}
