import { useSyncExternalStore } from 'react';
import { onTheme, shownTheme, type Theme } from './theme.ts';

export function useTheme(): Theme {
  return useSyncExternalStore(onTheme, shownTheme, () => 'dark');
}
