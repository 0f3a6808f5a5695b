import { useEffect, useEffectEvent } from 'react';
import { commandOf } from './commands.ts';
import { listenToKeys } from '#platform/web/keyboard/listen-to-keys.ts';
import { useRunCommand } from './use-run-command.ts';

/**
 * Handles shortcuts. Inactive while the user types, over an open dialog, or when another part of the page has handled the key.
 */
export function useShortcuts(openPalette: () => void): void {
  const run = useRunCommand();
  const onPalette = useEffectEvent(openPalette);
  const onKeys = useEffectEvent((keys: string): boolean => {
    const command = commandOf(keys);
    if (keys === '/') openPalette();
    else if (command) run(command);
    return keys === '/' || command !== undefined;
  });
  useEffect(() => listenToKeys(onPalette, onKeys), []);
}
