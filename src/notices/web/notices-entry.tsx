import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { MenuItem } from '#platform/web/ui/menu-item.tsx';
import { VisuallyHidden } from '#platform/web/ui/visually-hidden.tsx';
import { BellIcon } from './bell-icon.tsx';
import { Count } from './bell.tsx';
import { noticeQueries } from './data.ts';
import styles from './notices-entry.module.css';

/** The way to the notices where there is no room for a bell. */
export function NoticesEntry() {
  const t = useTranslations('notices');
  const navigate = useNavigate();
  const { data } = useQuery(noticeQueries.unread);
  const count = data?.Count ?? 0;
  return (
    <div className={styles.entry}>
      <MenuItem icon={<BellIcon />} onPress={() => void navigate('/notices')}>
        <span aria-hidden="true">{t('title')}</span>
        <VisuallyHidden>{count > 0 ? t('bell', { count }) : t('title')}</VisuallyHidden>
        {count > 0 && <Count count={count} />}
      </MenuItem>
    </div>
  );
}
