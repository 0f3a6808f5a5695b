import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { Amount } from '#money/web/amount.tsx';
import { Brand } from '#platform/web/brand/brand.tsx';
import { useSite } from '#platform/web/site.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { IconBring, IconPlus, IconWithdraw } from '#platform/web/ui/icons-action.tsx';
import { IconHistory } from '#platform/web/ui/icons-navigation.tsx';
import { SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { VisuallyHidden } from '#platform/web/ui/visually-hidden.tsx';
import type { User } from '#profile/contract.ts';
import { loadBell, prefetchNewLicence } from '../dialogs.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './navbar.module.css';
import { SidebarDrawer } from './sidebar-drawer.tsx';
import { useFrameActions } from './use-frame-actions.ts';
import { whenCalm } from '#platform/web/loading/calm.ts';
import { later, Nothing } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';
import { WhenCalm } from '#platform/web/loading/when-calm.tsx';

/** Without it the page still works, but does not update automatically. */
const Bell = later(loadBell, 'Bell', Nothing);

/** Without it everything can still be reached in the usual places. */
const PaletteEntry = later(whenCalm(part(() => import('../palette/palette-entry.tsx'))), 'PaletteEntry', Nothing);

export const Navbar = memo(function Navbar({ user }: { user: User | undefined }) {
  const t = useTranslations('app');
  const { brand } = useSite();
  const { newStake, withdraw, bring } = useFrameActions();
  return (
    <header className={styles.navbar}>
      <SidebarDrawer user={user} />
      <Link to="/dashboard" className={styles.logo} aria-label={t('nav.homeOf', { brand })}>
        <Brand />
      </Link>
      <span className={styles.search}>
        <WhenCalm>
          <PaletteEntry />
        </WhenCalm>
      </span>
      <div className={styles.actions}>
        <Button icon={<IconWithdraw />} onClick={withdraw.onClick} onPointerEnter={withdraw.onPointerEnter}>
          {withdraw.label}
        </Button>
        <Button icon={<IconBring />} onClick={bring.onClick} onPointerEnter={bring.onPointerEnter}>
          {bring.label}
        </Button>
        <Button kind="primary" icon={<IconPlus />} onClick={newStake.onClick} onPointerEnter={newStake.onPointerEnter}>
          {newStake.label}
        </Button>
      </div>
      <Balance user={user} />
      <Link to="/history" className={styles.history ?? ''} aria-label={t('nav.history')} title={t('nav.history')}>
        <IconHistory />
      </Link>
      <span className={styles.bell}>
        <WhenCalm>
          <Bell />
        </WhenCalm>
      </span>
      <AccountMenu user={user} />
    </header>
  );
});

/** The available balance; it opens the copy-trade dialog (B1). */
function Balance({ user }: { user: User | undefined }) {
  const t = useTranslations('app.balance');
  const copy = useDialogAddress('new-copy');
  return (
    <button type="button" className={styles.balance} onClick={() => copy.open()} onPointerEnter={prefetchNewLicence}>
      <span className={styles.balanceLabel}>{t('label')}</span>
      {user ? <Amount value={user.Balance} /> : <SkeletonLine width="long" />}
      <VisuallyHidden>{t('openCopytrade')}</VisuallyHidden>
    </button>
  );
}
