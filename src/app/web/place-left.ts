import type { SessionState } from '#platform/web/session.ts';

/**
 * Where the login is to lead: the address that was opened, for whoever logs in, or where the customer was when their session ended, for them
 * alone. Stored in the login's own history entry, so a reload keeps it.
 */
export interface PlaceLeft {
  left: { path: string; of: string | null };
}

/** Null if the customer left on purpose. */
export function placeLeft(path: string, { endReason, endedFor }: SessionState): PlaceLeft | null {
  return endReason !== null && endedFor === null ? null : { left: { path, of: endedFor } };
}
