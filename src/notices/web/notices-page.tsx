import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { withData } from '#platform/web/ui/with-data.ts';
import { useLongList } from '#platform/web/use-long-list.ts';
import type { Notice } from '../contract.ts';
import { BellIcon } from './bell-icon.tsx';
import { noticeQueries, useReadUpTo } from './data.ts';
import { NoticeItem } from './notice-item.tsx';
import styles from './notices-page.module.css';

/** All of the customer's notices. Opening the page marks them as read; those new on arrival stay marked while the customer stays. */
export function NoticesPage() {
  const t = useTranslations('notices');
  const { query: state, rows: notices } = useLongList(noticeQueries.pages);
  const fresh = useFresh(notices);
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <QueryView
        query={withData(state, notices)}
        waiting={<SkeletonRows rows={6} />}
        isEmpty={(all) => all.length === 0}
        empty={<EmptyState icon={<BellIcon size={24} />} text={t('empty')} />}
      >
        {(all) => (
          <ul className={styles.list}>
            {all.map((notice) => (
              <NoticeItem key={notice.Id} notice={notice} isNew={!notice.Read || fresh.has(notice.Id)} />
            ))}
          </ul>
        )}
      </QueryView>
      {state.hasNextPage && (
        <p className={styles.more}>
          <Button onClick={() => void state.fetchNextPage()} isWorking={state.isFetchingNextPage}>
            {t('more')}
          </Button>
        </p>
      )}
    </>
  );
}

/** Returns the notices that were unread when first loaded, and tells the server that they are read now. */
function useFresh(notices: readonly Notice[] | undefined): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const readUpTo = useReadUpTo();
  const coming = notices?.filter(({ Read, Id }) => !Read && !fresh.has(Id)) ?? [];
  if (coming.length > 0) setFresh(new Set([...fresh, ...coming.map(({ Id }) => Id)]));
  const newest = notices?.[0]?.Id;
  useEffect(() => {
    if (fresh.size > 0 && newest) readUpTo(newest);
  }, [fresh, newest, readUpTo]);
  return fresh;
}
