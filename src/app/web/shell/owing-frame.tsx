import { type RefObject, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { logOut } from '#auth/web/log-out.ts';
import { Brand } from '#platform/web/brand/brand.tsx';
import { SandboxRibbon } from '#platform/web/brand/sandbox-ribbon.tsx';
import { LanguageSelect } from '#platform/web/i18n/language-select.tsx';
import { useSite } from '#platform/web/site.ts';
import { chooseTheme } from '#platform/web/theme.ts';
import { IconLogOut, IconMoon, IconSun } from '#platform/web/ui/icons-action.tsx';
import { IconInfo } from '#platform/web/ui/icons-status.tsx';
import { MenuItem } from '#platform/web/ui/menu-item.tsx';
import { Menu } from '#platform/web/ui/menu.tsx';
import { SkipLink } from '#platform/web/ui/skip-link.tsx';
import { useTheme } from '#platform/web/use-theme.ts';
import type { User } from '#profile/contract.ts';
import { Avatar } from '#profile/web/avatar.tsx';
import { ConnectionStatus } from '../installable/connection-status.tsx';
import { Footer } from './footer.tsx';
import frame from './frame.module.css';
import navbar from './navbar.module.css';
import styles from './owing-frame.module.css';
import { PageSkeleton } from './page-skeleton.tsx';
import { SessionEnding } from './session-ending.tsx';
import { TermsOwed } from './terms-owed.tsx';

export interface OwingFrameProps {
  user: User;
  content: RefObject<HTMLElement | null>;
}

const contentId = 'content';

/** In place of the frame while terms are owed: there is nothing to do but to read and accept them, to read the help, or to leave. */
export function OwingFrame({ user, content }: OwingFrameProps) {
  const { pathname } = useLocation();
  return (
    <div className={styles.frame}>
      <SkipLink targetId={contentId} />
      <div className={frame.top}>
        <SandboxRibbon />
        <Bar user={user} />
      </div>
      <main ref={content} id={contentId} tabIndex={-1} className={frame.content}>
        <ConnectionStatus />
        <SessionEnding expiresAt={user.SessionExpires} />
        <Suspense fallback={<PageSkeleton />}>{pathname === '/help' ? <Outlet /> : <TermsOwed />}</Suspense>
      </main>
      <Footer />
    </div>
  );
}

function Bar({ user }: { user: User }) {
  const t = useTranslations();
  const { brand } = useSite();
  const navigate = useNavigate();
  const isDark = useTheme() === 'dark';
  return (
    <header className={navbar.navbar}>
      <Link to="/dashboard" className={navbar.logo} aria-label={t('app.nav.homeOf', { brand })}>
        <Brand />
      </Link>
      <div className={styles.language}>
        <LanguageSelect />
      </div>
      <Menu label={t('app.account.menu')} button={<Avatar name={user.Name} image={user.Avatar} />}>
        <MenuItem icon={<IconInfo />} onPress={() => void navigate('/help')}>
          {t('app.footer.help')}
        </MenuItem>
        <MenuItem icon={isDark ? <IconSun /> : <IconMoon />} onPress={() => chooseTheme(isDark ? 'light' : 'dark')}>
          {t(isDark ? 'platform.theme.toLight' : 'platform.theme.toDark')}
        </MenuItem>
        <MenuItem icon={<IconLogOut />} onPress={logOut}>
          {t('app.account.logOut')}
        </MenuItem>
      </Menu>
    </header>
  );
}
