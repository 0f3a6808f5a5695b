import { useEffect, useSyncExternalStore } from 'react';

/** How many dialogs have opened on this page. The last to open is on top, even if its file arrived late. */
let opened = 0;
const listeners = new Set<() => void>();

function onOpened(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Counts a dialog that others may cover; an alert does not count itself. */
export function useNoteOpened(isAlert: boolean): void {
  useEffect(() => {
    if (isAlert) return;
    opened += 1;
    for (const listener of listeners) listener();
  }, [isAlert]);
}

/** Used as a key, it puts an alert back on top when another dialog has opened over it. */
export function useDialogOrder(): number {
  return useSyncExternalStore(onOpened, () => opened);
}
