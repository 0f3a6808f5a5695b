import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { listenToKeys } from '#platform/web/keyboard/listen-to-keys.ts';
import type { Screen } from '../screens.tsx';

/**
 * `g` and a screen's letter lead there, and whoever goes on with Tab begins with what is on it; `/` goes to what is searched by on it;
 * `?` shows which letters there are.
 */
export function useShortcuts(screens: readonly Screen[], contentId: string, onHelp: () => void): void {
  const navigate = useNavigate();
  const onKeys = useEffectEvent((keys: string): boolean => {
    const content = document.getElementById(contentId);
    if (keys === '/') {
      const field = content?.querySelector<HTMLElement>('[role="search"] input');
      const opener = content?.querySelector<HTMLElement>('[data-opens-search]');
      // Folded away it takes no keys: what opens it does.
      const place = field?.checkVisibility() ? field : opener;
      place?.focus();
      return place instanceof HTMLElement;
    }
    const screen = screens.find(({ letter }) => keys === `g ${letter}`);
    if (screen) {
      void navigate(screen.path);
      content?.focus();
    }
    if (keys === '?') onHelp();
    return screen !== undefined || keys === '?';
  });
  const onPalette = useEffectEvent(onHelp);
  useEffect(() => listenToKeys(onPalette, onKeys), []);
}
