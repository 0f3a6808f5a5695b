import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { NavLink } from 'react-router';
import { prefetch } from '#platform/web/loading/part.ts';
import {
  IconBot,
  IconCopies,
  IconHistory,
  IconHome,
  IconNetwork,
  IconOperations,
  IconStake,
  IconVault,
} from '#platform/web/ui/icons-navigation.tsx';
import { IconMaturities } from '#platform/web/ui/icons-status.tsx';
import {
  loadCopytrade,
  loadHistory,
  loadMaturities,
  loadNetwork,
  loadOperations,
  loadPrimevault,
  loadPrimezord,
  loadStakes,
} from '../screens.ts';
import styles from './sidebar-links.module.css';
import { useBotEntry } from './use-bot-entry.ts';

const links = [
  { to: '/dashboard', name: 'home', icon: <IconHome />, load: null },
  { to: '/stake', name: 'stake', icon: <IconStake />, load: loadStakes },
  { to: '/maturities', name: 'maturities', icon: <IconMaturities />, load: loadMaturities },
  { to: '/history', name: 'history', icon: <IconHistory />, load: loadHistory },
  { to: '/network', name: 'network', icon: <IconNetwork />, load: loadNetwork },
  { to: '/copytrade', name: 'copytrade', icon: <IconCopies />, load: loadCopytrade },
  { to: '/operations', name: 'operations', icon: <IconOperations />, load: loadOperations },
  { to: '/primevault', name: 'primevault', icon: <IconVault />, load: loadPrimevault },
  { to: '/primezord', name: 'primezord', icon: <IconBot />, load: loadPrimezord },
] as const;

interface SidebarLinksProps {
  isShort?: boolean;
  /** They take the place of the current entry. */
  isInstead?: boolean;
}

/**
 * The navigation links. A screen is prefetched while the pointer is still on its way to the press. Independent of the user: changed figures
 * in the frame do not re-render it.
 */
export const SidebarLinks = memo(function SidebarLinks({ isShort = false, isInstead = false }: SidebarLinksProps) {
  const t = useTranslations('app.nav');
  const enterBot = useBotEntry(isInstead);
  return (
    <nav aria-label={t('main')}>
      <ul className={styles.links} data-short={isShort || undefined}>
        {links.map(({ to, name, icon, load }) => (
          <li key={to}>
            <NavLink
              to={to}
              className={styles.link ?? ''}
              {...(isShort && { title: t(name) })}
              onPointerEnter={() => load && prefetch(load)}
              replace={isInstead}
              {...(to === '/primezord' && { onClick: enterBot })}
            >
              {icon}
              <span className={styles.word}>{t(name)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
});
