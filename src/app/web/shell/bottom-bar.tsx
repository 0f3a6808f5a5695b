import { memo } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { IconBring, IconPlus, IconWithdraw } from '#platform/web/ui/icons-action.tsx';
import { IconHistory } from '#platform/web/ui/icons-navigation.tsx';
import type { User } from '#profile/contract.ts';
import styles from './bottom-bar.module.css';
import { SidebarDrawer } from './sidebar-drawer.tsx';
import { useFrameActions } from './use-frame-actions.ts';

/** On a phone, within reach of the thumb: the four everyday destinations, and the menu for all the rest. */
export const BottomBar = memo(function BottomBar({ user }: { user: User | undefined }) {
  const t = useTranslations('app.nav');
  const { newStake, withdraw, bring } = useFrameActions();
  return (
    <nav className={styles.bar} aria-label={t('actions')}>
      <div className={styles.actions}>
        <button type="button" className={styles.action} onClick={withdraw.onClick}>
          <IconWithdraw />
          {withdraw.label}
        </button>
        <button type="button" className={styles.action} onClick={newStake.onClick}>
          <IconPlus />
          {newStake.label}
        </button>
        <button type="button" className={styles.action} onClick={bring.onClick}>
          <IconBring />
          {bring.label}
        </button>
        <Link to="/history" className={styles.action ?? ''}>
          <IconHistory />
          {t('history')}
        </Link>
        <SidebarDrawer user={user} isInBar />
      </div>
    </nav>
  );
});
