import type { Sql, Tx } from '#database/server/database.ts';
import type { accountChanges } from '../transfer-state.ts';

/**
 * Since when this session's device is known; null for a customer's first. Injected: logins and devices belong to another folder.
 *
 * @throws Refusal `unauthenticated` if the session has ended
 */
export type ReadDeviceKnownSince = (sql: Sql, sessionToken: string) => Promise<Date | null>;

/** The same, and the session does not end before the transaction does. */
export type HoldSession = (tx: Tx, sessionToken: string) => Promise<Date | null>;

export const everyDeviceIsKnown: ReadDeviceKnownSince = async () => null;

/** When an account last changed, in real time; null where it never did. */
export interface ChangedAt {
  now: Date;
  device: Date | null;
  password: Date | null;
  phone: Date | null;
  factor: Date | null;
  calendar: Date | null;
  address: Date | null;
}

/** A recent change of an account that makes its withdrawals wait, and until when. In real time. */
export interface RecentChange {
  why: (typeof accountChanges)[number];
  until: Date;
}

/** How long withdrawals wait after such a change (F6). */
export const changeWaitHours = 24;
const waitMs = changeWaitHours * 3_600_000;

/** The changes of the last 24 hours. Whoever takes over an account changes these first, and its owner has a day to notice. */
export function recentChanges({ now, ...changed }: ChangedAt): RecentChange[] {
  const changes: [RecentChange['why'], Date | null][] = [
    ['new_device', changed.device],
    ['password_changed', changed.password],
    ['factor_changed', changed.factor],
    ['address_changed', changed.address],
    ['phone_changed', changed.phone],
    ['calendar_made', changed.calendar],
  ];
  return changes.flatMap(([why, at]) => {
    const until = at && new Date(at.getTime() + waitMs);
    return until && until > now ? [{ why, until }] : [];
  });
}
