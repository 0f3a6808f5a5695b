import { keptHere } from './kept.ts';

/** Everything that is remembered between visits, by its storage key. */
export type RememberedKey =
  | 'token'
  | 'visit'
  | 'uuid'
  | 'ended'
  | 'renewing'
  | 'device'
  | 'theme'
  | 'language'
  | 'shortcuts'
  /** The address whose password is being reset, for the password manager. */
  | 'recovering'
  /** The referral code of the newest link. */
  | 'referral';

/** Returns whether it outlives the page. */
export function remember(key: RememberedKey, value: string | null): boolean {
  return keptHere.write(key, value);
}

export function recall(key: RememberedKey): string | null {
  return keptHere.read(key);
}
