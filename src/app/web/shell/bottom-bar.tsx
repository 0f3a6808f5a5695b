import { memo } from 'react';
import { NavLink } from 'react-router';
import { useTranslations } from 'use-intl';
import { IconBring, IconPlus, IconWithdraw } from '#platform/web/ui/icons-action.tsx';
import { IconHistory, IconHome } from '#platform/web/ui/icons-navigation.tsx';
import type { User } from '#profile/contract.ts';
import styles from './bottom-bar.module.css';
import { SidebarDrawer } from './sidebar-drawer.tsx';
import { useFrameActions } from './use-frame-actions.ts';

/** On a phone, within reach of the thumb: home, the four everyday destinations, and the menu for all the rest. */
export const BottomBar = memo(function BottomBar({ user }: { user: User | undefined }) {
  const t = useTranslations('app');
  const { newStake, withdraw, bring } = useFrameActions();
  return (
    <nav className={styles.bar} aria-label={t('nav.actions')}>
      <div className={styles.actions}>
        <NavLink to="/dashboard" className={styles.action ?? ''}>
          <IconHome />
          {t('nav.home')}
        </NavLink>
        <button type="button" className={styles.action} onClick={withdraw.onClick}>
          <IconWithdraw />
          {withdraw.label}
        </button>
        <button type="button" className={styles.action} onClick={newStake.onClick}>
          <IconPlus />
          {newStake.label}
        </button>
        <button type="button" className={styles.action} aria-label={bring.label} onClick={bring.onClick}>
          <IconBring />
          {t('actions.bringShort')}
        </button>
        <NavLink to="/history" className={styles.action ?? ''}>
          <IconHistory />
          {t('nav.history')}
        </NavLink>
        <SidebarDrawer user={user} isInBar />
      </div>
    </nav>
  );
});
