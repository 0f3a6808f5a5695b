import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { listenToKeys } from '#platform/web/keyboard/listen-to-keys.ts';
import type { Screen } from '../screens.tsx';

/** `g` and a screen's letter lead there; `?` shows which letters there are. */
export function useShortcuts(screens: readonly Screen[], onHelp: () => void): void {
  const navigate = useNavigate();
  const onKeys = useEffectEvent((keys: string): boolean => {
    const screen = screens.find(({ letter }) => keys === `g ${letter}`);
    if (screen) void navigate(screen.path);
    if (keys === '?') onHelp();
    return screen !== undefined || keys === '?';
  });
  const onPalette = useEffectEvent(onHelp);
  useEffect(() => listenToKeys(onPalette, onKeys), []);
}
