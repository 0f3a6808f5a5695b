import { useTranslations } from 'use-intl';
import { chooseTheme } from '../theme.ts';
import { useTheme } from '../use-theme.ts';
import { IconButton } from './icon-button.tsx';
import { IconMoon, IconSun } from './icons-action.tsx';

export function ThemeSwitch() {
  const t = useTranslations('platform.theme');
  const isDark = useTheme() === 'dark';
  return (
    <IconButton
      hasEdge
      label={isDark ? t('toLight') : t('toDark')}
      icon={isDark ? <IconSun /> : <IconMoon />}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    />
  );
}
