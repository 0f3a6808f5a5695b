import { useEffect, useSyncExternalStore } from 'react';

/** How many dialogs have opened on this page. The last to open lies on top, also where its file came late. */
let opened = 0;
const listeners = new Set<() => void>();

function onOpened(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A dialog that others may lie on; an alert does not count itself. */
export function useNoteOpened(isAlert: boolean): void {
  useEffect(() => {
    if (isAlert) return;
    opened += 1;
    for (const listener of listeners) listener();
  }, [isAlert]);
}

/** As a key, it puts an alert on top again when another dialog has opened over it. */
export function useDialogOrder(): number {
  return useSyncExternalStore(onOpened, () => opened);
}
