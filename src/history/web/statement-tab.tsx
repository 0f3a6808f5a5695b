import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import type { StatementLine } from '../contract.ts';
import { historyQueries } from './data.ts';
import type { Days } from './history-filter.ts';
import { HistoryList } from './history-list.tsx';
import styles from './history-page.module.css';
import { useColumns } from './use-columns.tsx';
import { useStatementFile } from './use-statement-file.ts';

/** Every posting on the balance, with the balance after it; and the same as a file. */
export function StatementTab({ days }: { days: Days }) {
  const t = useTranslations('history');
  const { date, text, change, amount } = useColumns();
  const file = useStatementFile(days);
  const columns = [
    date<StatementLine>((row) => row.Date),
    text<StatementLine>('description', ({ Description }) => Description, 'under'),
    text<StatementLine>('reference', ({ Reference }) => Reference?.slice(0, 8) ?? ''),
    change<StatementLine>('value', ({ Amount }) => Amount, 'main'),
    amount<StatementLine>('balance', ({ Balance }) => Balance, 'aside'),
  ];
  return (
    <>
      <p className={styles.file}>
        <Button onClick={file.download} isWorking={file.isWorking}>
          {t('list.download')}
        </Button>
      </p>
      <HistoryList caption={t('tabs.statement')} query={historyQueries.statement(days)} columns={columns} />
    </>
  );
}
