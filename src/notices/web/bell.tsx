import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { VisuallyHidden } from '#platform/web/ui/visually-hidden.tsx';
import { BellIcon } from './bell-icon.tsx';
import styles from './bell.module.css';
import { noticeQueries } from './data.ts';
import { useFollowChanges } from './use-follow-changes.ts';
import { useNoticeToasts } from './use-notice-toasts.ts';

const mostShown = 99;

/** The number of unread notices and the link to them, one press away at every width. While mounted, it keeps the page up to date. */
export function Bell() {
  const t = useTranslations('notices');
  const { data } = useQuery(noticeQueries.unread);
  useFollowChanges();
  useNoticeToasts();
  const count = data?.Count ?? 0;
  const [first, setFirst] = useState(data?.Count);
  if (first === undefined && data) setFirst(count);
  const label = count > 0 ? t('bell', { count }) : t('title');
  return (
    <>
      <Link to="/notices" className={styles.bell ?? ''} aria-label={label} title={label}>
        <BellIcon />
        {count > 0 && <Count count={count} />}
      </Link>
      <span role="status">
        {/* The link itself says how many there are; here, only that more have come. */}
        <VisuallyHidden>{count > (first ?? count) && label}</VisuallyHidden>
      </span>
    </>
  );
}

/** The bare number, hidden from screen readers, which read the link's label instead. */
function Count({ count }: { count: number }) {
  const format = useFormatter();
  return (
    <span className={styles.count} aria-hidden="true">
      {count > mostShown ? `${format.number(mostShown)}+` : format.number(count)}
    </span>
  );
}
