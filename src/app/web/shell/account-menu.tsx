import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { useNavigate } from 'react-router';
import { logOut } from '#auth/web/log-out.ts';
import { chooseTheme } from '#platform/web/theme.ts';
import { useTheme } from '#platform/web/use-theme.ts';
import { IconLogOut, IconMoon, IconPerson, IconSun } from '#platform/web/ui/icons-action.tsx';
import { IconInfo } from '#platform/web/ui/icons-status.tsx';
import { MenuItem } from '#platform/web/ui/menu-item.tsx';
import { Menu } from '#platform/web/ui/menu.tsx';
import type { User } from '#profile/contract.ts';
import { Avatar } from '#profile/web/avatar.tsx';
import { loadHelp, loadProfile } from '../screens.ts';
import styles from './account-menu.module.css';
import { later, Nothing } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';

const InstallOffer = later(
  part(() => import('../installable/install-offer.tsx')),
  'InstallOffer',
  Nothing,
);

export function AccountMenu({ user }: { user: User | undefined }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const theme = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <Menu
      label={t('app.account.menu')}
      button={<Avatar name={user?.Name ?? ''} image={user?.Avatar ?? null} />}
      to="/profile"
    >
      {user && (
        <p className={styles.who}>
          <strong translate="no">{user.Name}</strong>
          <span translate="no">{user.Email}</span>
        </p>
      )}
      <MenuItem icon={<IconPerson />} onPress={() => void navigate('/profile')} onApproach={loadProfile}>
        {t('app.account.profile')}
      </MenuItem>
      <MenuItem icon={<IconInfo />} onPress={() => void navigate('/help')} onApproach={loadHelp}>
        {t('app.footer.help')}
      </MenuItem>
      <MenuItem icon={other === 'light' ? <IconSun /> : <IconMoon />} onPress={() => chooseTheme(other)}>
        {t(other === 'light' ? 'platform.theme.toLight' : 'platform.theme.toDark')}
      </MenuItem>
      <Suspense fallback={null}>
        <InstallOffer />
      </Suspense>
      <MenuItem icon={<IconLogOut />} onPress={logOut}>
        {t('app.account.logOut')}
      </MenuItem>
    </Menu>
  );
}
