import { useFormatter, useTranslations } from 'use-intl';
import { listFiles, type ReportFileAnswer, takeFile } from '#console/reports-contract.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { CommandButton } from '../commands/form-dialog.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import { WholeView } from '../whole-view.tsx';
import shared from '../shared.module.css';
import { lastDays } from './days-form.tsx';
import styles from './reports.module.css';

const everyMs = 15_000;

/** Report files, and the form that makes one. */
export function Files() {
  const t = useTranslations('console.reports');
  const files = useStaffQuery(listFiles, {}, { everyMs });
  return (
    <div className={shared.parts}>
      <div>
        <CommandButton kind="primary" command="reports export" start={{ report: 'accounts', ...lastDays(30) }} />
      </div>
      <WholeView query={files} empty={t('noFiles')}>
        {(rows) => <FileTable rows={rows} />}
      </WholeView>
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
