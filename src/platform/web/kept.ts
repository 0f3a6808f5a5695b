/**
 * What this browser keeps between visits, or between the pages of one tab. Where storage is refused (blocked, full, a private window), it is
 * kept in memory: everything works for as long as the page is open.
 */
export interface Kept {
  read: (name: string) => string | null;
  /** Null removes it. Returns whether it outlives the page. */
  write: (name: string, value: string | null) => boolean;
  names: () => string[];
}

/** The state of the history's entry when the page began: read here because the first navigation replaces it. */
export const stateAtStart: unknown = window.history?.state;

export const keptHere = keepIn('localStorage');
export const keptInTab = keepIn('sessionStorage');

function keepIn(where: 'localStorage' | 'sessionStorage'): Kept {
  /** What storage refused, and takes precedence over what it holds. */
  const refused = new Map<string, string | null>();

  /** What another tab managed to store is newer. */
  function giveWay({ key, storageArea }: StorageEvent): void {
    if (storageArea !== window[where]) return;
    if (key === null) refused.clear();
    else refused.delete(key);
  }

  return {
    read(name) {
      const own = refused.get(name);
      if (own !== undefined) return own;
      try {
        return window[where].getItem(name);
      } catch {
        return null;
      }
    },
    write(name, value) {
      try {
        if (value === null) window[where].removeItem(name);
        else window[where].setItem(name, value);
        refused.delete(name);
        return true;
      } catch {
        // Before everybody who reads after such an event.
        if (refused.size === 0) window.addEventListener('storage', giveWay, { capture: true });
        refused.set(name, value);
        return false;
      }
    },
    names() {
      const own = [...refused].filter(([, value]) => value !== null).map(([name]) => name);
      try {
        return [...own, ...Object.keys(window[where]).filter((name) => !refused.has(name))];
      } catch {
        return own;
      }
    },
  };
}
