/** What this browser remembers between visits. Refused storage (private mode, storage full) is not an error: the browser then forgets. */
/** Everything that is remembered, by its storage key. */
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
    // Nothing to do: the value is lost with the page.
  }
}

export function recall(key: RememberedKey): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}
