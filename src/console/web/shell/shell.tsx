import { Suspense, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { NavLink, Outlet, useLocation } from 'react-router';
import { BrandMark } from '#platform/web/brand/brand-mark.tsx';
import { SandboxRibbon } from '#platform/web/brand/sandbox-ribbon.tsx';
import { LanguageSelect } from '#platform/web/i18n/language-select.tsx';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';
import { later } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';
import { useSite } from '#platform/web/site.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { IconLogOut } from '#platform/web/ui/icons-action.tsx';
import { IconMenu } from '#platform/web/ui/icons-navigation.tsx';
import { Menu } from '#platform/web/ui/menu.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { SkipLink } from '#platform/web/ui/skip-link.tsx';
import { ThemeSwitch } from '#platform/web/ui/theme-switch.tsx';
import { VisuallyHidden } from '#platform/web/ui/visually-hidden.tsx';
import type { ScreenName } from '../screen-name.ts';
import type { Screen } from '../screens.tsx';
import { logOut, useIdleEnd } from '../use-idle-end.ts';
import { useMe } from '../use-me.ts';
import { useToDecide } from '../use-waiting.ts';
import styles from './shell.module.css';
import { useKeptLanguage } from './use-kept-language.ts';
import { useShortcuts } from './use-shortcuts.ts';

const contentId = 'content';

const OwnAccessDialog = later(
  withLazyMessages(() => import('./own-access-dialog.tsx')),
  'OwnAccessDialog',
);

const ShortcutsDialog = later(
  part(() => import('./shortcuts-dialog.tsx')),
  'ShortcutsDialog',
);

/** The frame around every screen: the member with their role, and the navigation. */
export function Shell({ screens }: { screens: readonly Screen[] }) {
  const t = useTranslations('console');
  const { brand } = useSite();
  const { pathname } = useLocation();
  const { IdleMinutes } = useMe();
  useIdleEnd(IdleMinutes);
  useKeptLanguage();
  const [dialog, setDialog] = useState<'shortcuts' | 'own access' | null>(null);
  useShortcuts(screens, contentId, () => setDialog('shortcuts'));
  const close = () => setDialog(null);
  const account = <Account onOwn={() => setDialog('own access')} />;
  return (
    <div className={styles.frame}>
      <SkipLink targetId={contentId} />
      <div className={styles.top}>
        <SandboxRibbon />
        <header className={styles.head}>
          <span className={styles.brand}>
            <BrandMark />
            {t('name', { brand })}
          </span>
          <span className={styles.menu}>
            <Menu key={pathname} label={t('menu')} button={<IconMenu />}>
              <div className={styles.inMenu}>
                <Links screens={screens} />
                {account}
              </div>
            </Menu>
          </span>
        </header>
      </div>
      <aside className={styles.side}>
        <Links screens={screens} />
        {account}
      </aside>
      <main id={contentId} tabIndex={-1} className={styles.content}>
        <Suspense fallback={<SkeletonRows />}>
          <Outlet />
        </Suspense>
      </main>
      {/* Not in the menu, which closes over what it opens. */}
      <Suspense>
        {dialog === 'shortcuts' && <ShortcutsDialog screens={screens} onClose={close} />}
        {dialog === 'own access' && <OwnAccessDialog onClose={close} />}
      </Suspense>
    </div>
  );
}

/** Where what waits for somebody's decision is found. */
const counted: ReadonlySet<ScreenName> = new Set(['today', 'approvals']);

function Links({ screens }: { screens: readonly Screen[] }) {
  const t = useTranslations('console');
  const format = useFormatter();
  const toDecide = useToDecide() ?? 0;
  return (
    <nav aria-label={t('menu')}>
      <ul className={styles.links}>
        {screens.map(({ name, path, icon }) => (
          <li key={path}>
            <NavLink to={path} className={styles.link ?? ''}>
              {icon}
              {t(`nav.${name}`)}
              {toDecide > 0 && counted.has(name) && (
                <span className={styles.count}>
                  {format.number(toDecide)}
                  <VisuallyHidden>{t('toDecide', { count: toDecide })}</VisuallyHidden>
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The member, display settings and logout. */
function Account({ onOwn }: { onOwn: () => void }) {
  const t = useTranslations('console');
  const { Name, Email, Role } = useMe();
  return (
    <div className={styles.account}>
      <p>
        <strong dir="auto" className={styles.who}>
          {Name}
        </strong>
        <span className={styles.role}>{t(`roles.${Role}`)}</span>
        <span className={styles.role} dir="ltr">
          {Email}
        </span>
      </p>
      <div className={styles.choices}>
        <LanguageSelect />
        <ThemeSwitch />
      </div>
      <Button isWide onClick={onOwn}>
        {t('ownAccess.title')}
      </Button>
      <Button isWide icon={<IconLogOut />} onClick={() => void logOut()}>
        {t('logOut')}
      </Button>
    </div>
  );
}
