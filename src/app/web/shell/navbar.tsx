import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { Amount } from '#money/web/amount.tsx';
import { Brand } from '#platform/web/brand/brand.tsx';
import { useSite } from '#platform/web/site.ts';
import { buttonClass, ButtonWords } from '#platform/web/ui/button.tsx';
import { IconBring, IconPlus, IconWithdraw } from '#platform/web/ui/icons-action.tsx';
import { IconHistory, IconMenu } from '#platform/web/ui/icons-navigation.tsx';
import { SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import { VisuallyHidden } from '#platform/web/ui/visually-hidden.tsx';
import type { User } from '#profile/contract.ts';
import { loadBell, prefetchNewLicence } from '../dialogs.ts';
import { AccountMenu } from './account-menu.tsx';
import { DialogLink } from './dialog-link.tsx';
import styles from './navbar.module.css';
import { useFrameActions } from './use-frame-actions.ts';
import { AfterFirstScreen, loadAfterFirstScreen } from '#platform/web/loading/after-first-screen.tsx';
import { later, Nothing } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';

/** Without it the page still works, but does not update automatically. */
const Bell = later(loadBell, 'Bell', Nothing);

/** Without it everything can still be reached in the usual places. */
const PaletteEntry = later(
  loadAfterFirstScreen(part(() => import('../palette/palette-entry.tsx'))),
  'PaletteEntry',
  Nothing,
);

export const Navbar = memo(function Navbar({ user }: { user: User | undefined }) {
  const t = useTranslations('app');
  const { brand } = useSite();
  const { newStake, withdraw, bring } = useFrameActions();
  return (
    <header className={styles.navbar}>
      <DialogLink name="menu" className={styles.menu} aria-label={t('nav.open')} title={t('nav.open')}>
        <IconMenu size={24} />
      </DialogLink>
      <Link to="/dashboard" className={styles.logo} aria-label={t('nav.homeOf', { brand })}>
        <Brand />
      </Link>
      <span className={styles.search}>
        <AfterFirstScreen>
          <PaletteEntry />
        </AfterFirstScreen>
      </span>
      <div className={styles.actions}>
        <DialogLink {...withdraw.link} className={buttonClass()}>
          <ButtonWords icon={<IconWithdraw />}>{withdraw.label}</ButtonWords>
        </DialogLink>
        <DialogLink {...bring.link} className={buttonClass()}>
          <ButtonWords icon={<IconBring />}>{bring.label}</ButtonWords>
        </DialogLink>
        <DialogLink {...newStake.link} className={buttonClass('primary')}>
          <ButtonWords icon={<IconPlus />}>{newStake.label}</ButtonWords>
        </DialogLink>
      </div>
      <Balance user={user} />
      <Link to="/history" className={styles.history ?? ''} aria-label={t('nav.history')} title={t('nav.history')}>
        <IconHistory />
      </Link>
      <span className={styles.bell}>
        <AfterFirstScreen>
          <Bell />
        </AfterFirstScreen>
      </span>
      <AccountMenu user={user} />
    </header>
  );
});

/** The available balance; it opens the copy-trade dialog (B1). */
function Balance({ user }: { user: User | undefined }) {
  const t = useTranslations('app.balance');
  return (
    <DialogLink name="new-copy" className={styles.balance} onPointerEnter={prefetchNewLicence}>
      <span className={styles.balanceLabel}>{t('label')}</span>
      {user ? <Amount value={user.Balance} /> : <SkeletonLine width="long" />}
      <VisuallyHidden>{t('openCopytrade')}</VisuallyHidden>
    </DialogLink>
  );
}
