import type { Sql } from '#platform/server/database.ts';
import type { WaitsBecause } from '../transfer-state.ts';

/** Since when the device of this session is known; null for a customer's first. Handed in: who gets in, and from where, is not ours. */
export type ReadDeviceKnownSince = (sql: Sql, sessionToken: string) => Promise<Date | null>;

export const everyDeviceIsKnown: ReadDeviceKnownSince = async () => null;

/** When an account was changed last, in real time; null where it never was. */
export interface ChangedAt {
  now: Date;
  device: Date | null;
  password: Date | null;
  phone: Date | null;
}

/** What happened to an account lately, for which its withdrawals wait, and until when they do. In real time. */
export interface RecentChange {
  why: Extract<WaitsBecause, 'phone_changed' | 'password_changed' | 'new_device'>;
  until: Date;
}

/** How long after such a change withdrawals wait (F6). */
export const changeWaitHours = 24;
const waitMs = changeWaitHours * 3_600_000;

/** Those of the last 24 hours; whoever took an account over changes these first, and its owner has a day to notice. */
export function recentChanges({ now, device, password, phone }: ChangedAt): RecentChange[] {
  const changes: [RecentChange['why'], Date | null][] = [
    ['new_device', device],
    ['password_changed', password],
    ['phone_changed', phone],
  ];
  return changes.flatMap(([why, at]) => {
    const until = at && new Date(at.getTime() + waitMs);
    return until && until > now ? [{ why, until }] : [];
  });
}
