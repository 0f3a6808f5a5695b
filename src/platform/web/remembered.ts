/**
 * What this browser remembers between visits. A browser that refuses storage (private mode, storage full) is not an error:
 * it only forgets.
 */
/** Everything that is remembered, by the name it is kept under. */
export type RememberedKey =
  | 'token'
  | 'visit'
  | 'uuid'
  | 'ended'
  | 'renewing'
  | 'device'
  | 'theme'
  | 'language'
  | 'shortcuts';

export function remember(key: RememberedKey, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    // Nothing to do: it is forgotten with the page.
  }
}

export function recall(key: RememberedKey): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}
