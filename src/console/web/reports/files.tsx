import { useFormatter, useTranslations } from 'use-intl';
import { listFiles, type ReportFileAnswer, takeFile } from '#console/reports-contract.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { CommandButton } from '../commands/form-dialog.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import { Rows } from '../list.tsx';
import shared from '../shared.module.css';
import { lastDays } from './days-form.tsx';
import styles from './reports.module.css';
import { column, figureColumn, momentColumn, nameColumn } from '../columns.tsx';

const everyMs = 15_000;

/** Report files, and the form that makes one. */
export function Files() {
  return (
    <div className={shared.parts}>
      <div>
        <CommandButton kind="primary" command="reports export" start={{ report: 'accounts', ...lastDays(30) }} />
      </div>
      <FileRows />
    </div>
  );
}

function FileRows() {
  const files = useStaffQuery(listFiles, {}, { everyMs });
  const t = useTranslations('console.reports');
  const format = useFormatter();
  const columns: Column<ReportFileAnswer>[] = [
    column(t('report'), ({ Report }) => t(`names.${Report}`), 'title'),
    column(t('days'), ({ From, Until }) => (
      <>
        <DateTime value={From} show="short" /> – <DateTime value={Until} show="short" />
      </>
    )),
    figureColumn(t('rows'), ({ Rows }) => format.number(Rows)),
    nameColumn(t('by'), ({ By }) => By),
    momentColumn(t('made'), ({ Made }) => Made, { place: 'aside' }),
    column(t('hash'), ({ Sha256 }) => <code className={shared.key}>{Sha256}</code>),
    column(
      t('take'),
      ({ Id, Mine }) =>
        Mine ? (
          <a className={buttonClass()} href={takeFile.path.replace(':id', Id)} download>
            {t('take')}
          </a>
        ) : (
          <span className={styles.note}>{t('notYours')}</span>
        ),
      'action',
    ),
  ];
  return (
    <Rows query={files} caption={t('views.files')} columns={columns} rowKey={({ Id }) => Id} empty={t('noFiles')} />
  );
}
