import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { listenToKeys } from '#platform/web/keyboard/listen-to-keys.ts';
import type { Screen } from '../screens.tsx';

/**
 * Keyboard shortcuts: `g` plus a screen's letter opens it and focuses its content, so that Tab continues there; `/` focuses the screen's
 * search; `?` lists the shortcuts.
 */
export function useShortcuts(screens: readonly Screen[], contentId: string, onHelp: () => void): void {
  const navigate = useNavigate();
  const onKeys = useEffectEvent((keys: string): boolean => {
    const content = document.getElementById(contentId);
    if (keys === '/') {
      const field = content?.querySelector<HTMLElement>('[role="search"] input');
      const opener = content?.querySelector<HTMLElement>('[data-opens-search]');
      // A folded field cannot take focus; its opener can.
      const place = field && field.getClientRects().length > 0 ? field : opener;
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
