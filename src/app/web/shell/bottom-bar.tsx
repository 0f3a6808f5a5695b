import { memo } from 'react';
import { NavLink } from 'react-router';
import { useTranslations } from 'use-intl';
import { IconBring, IconPlus, IconWithdraw } from '#platform/web/ui/icons-action.tsx';
import { IconHistory, IconHome, IconMenu } from '#platform/web/ui/icons-navigation.tsx';
import styles from './bottom-bar.module.css';
import { DialogLink } from './dialog-link.tsx';
import { useFrameActions } from './use-frame-actions.ts';

/** On a phone, within reach of the thumb: home, the four everyday destinations, and the menu for all the rest. */
export const BottomBar = memo(function BottomBar() {
  const t = useTranslations('app');
  const { newStake, withdraw, bring } = useFrameActions();
  return (
    <nav className={styles.bar} aria-label={t('nav.actions')}>
      <div className={styles.actions}>
        <NavLink to="/dashboard" className={styles.action ?? ''}>
          <IconHome />
          {t('nav.home')}
        </NavLink>
        <DialogLink {...withdraw.link} className={styles.action}>
          <IconWithdraw />
          {withdraw.label}
        </DialogLink>
        <DialogLink {...newStake.link} className={styles.action}>
          <IconPlus />
          {newStake.label}
        </DialogLink>
        <DialogLink {...bring.link} className={styles.action} aria-label={bring.label}>
          <IconBring />
          {t('actions.bringShort')}
        </DialogLink>
        <NavLink to="/history" className={styles.action ?? ''}>
          <IconHistory />
          {t('nav.history')}
        </NavLink>
        <DialogLink name="menu" className={styles.action} aria-label={t('nav.open')}>
          <IconMenu />
          {t('nav.menu')}
        </DialogLink>
      </div>
    </nav>
  );
});
