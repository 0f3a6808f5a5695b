import type { QueryKey } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { useSite } from '#platform/web/site.ts';
import { FileButton } from '#platform/web/ui/file-button.tsx';
import { IconOperations } from '#platform/web/ui/icons-navigation.tsx';
import { LongTable } from '#platform/web/ui/long-table.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Said } from '#platform/web/ui/said.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { withData } from '#platform/web/ui/with-data.ts';
import { type LongListQuery, moreOf, useLongList } from '#platform/web/use-long-list.ts';
import { filePath } from '../contract.ts';
import { historyFileName } from '../file-name.ts';
import type { HistoryTab } from '../tabs.ts';
import { type Days, spanOf } from './history-filter.ts';

interface HistoryListProps<Row extends { Id: string }, Key extends QueryKey> {
  tab: HistoryTab;
  days: Days;
  query: LongListQuery<Row, Key>;
  columns: Column<Row>[];
}

/** One history: the rows loaded so far, a way to load more, and a download of the whole as a file. */
export function HistoryList<Row extends { Id: string }, Key extends QueryKey>({
  tab,
  days,
  query,
  columns,
}: HistoryListProps<Row, Key>) {
  const t = useTranslations('history');
  const { brand } = useSite();
  const list = useLongList(query);
  return (
    <QueryView
      query={withData(list.query, list.rows)}
      waiting={<SkeletonRows rows={6} />}
      isEmpty={(rows) => rows.length === 0}
      empty={
        <EmptyState
          icon={<IconOperations size={24} />}
          text={days.start === null && days.end === null ? t('list.empty') : <Said>{t('list.nothing')}</Said>}
        />
      }
    >
      {(rows) => (
        <>
          <FileButton
            label={t('list.download')}
            path={fileAddress(tab, days)}
            name={historyFileName({ brand, title: t(`tabs.${tab}`), start: days.start, lastDay: days.end })}
            failed={t('list.noFile')}
          />
          <LongTable
            caption={t(`tabs.${tab}`)}
            columns={columns}
            rows={rows}
            rowKey={({ Id }) => Id}
            more={moreOf(list.query, t('list.more'))}
          />
        </>
      )}
    </QueryView>
  );
}

function fileAddress(tab: HistoryTab, days: Days): string {
  const { start, end, tz } = spanOf(days);
  return `${filePath(tab)}?${new URLSearchParams({ tz, ...(start && { start }), ...(end && { end }) })}`;
}
