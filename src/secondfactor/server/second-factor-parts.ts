import type { Clock } from '#platform/clock.ts';
import type { Language } from '#platform/languages.ts';
import type { Database, Sql, Tx } from '#platform/server/database.ts';
import type { SecurityChange } from '../security-change.ts';
import type { PasskeySite } from './passkey-site.ts';
import type { Seal } from './seal.ts';

/** Hears of every change of a second factor, in the transaction of the change. */
export type OnSecurityChange = (tx: Tx, change: SecurityChange) => Promise<void>;

/** What the second factor needs of how one gets in; handed in by `app`, because the two folders do not know each other. */
export interface LoginParts {
  isPassword(db: Database, guess: { customerId: string; password: string; sessionToken: string }): Promise<boolean>;
  /** Null where the customer has not come from it before, or nothing shows that they have. */
  readKnownDevice(sql: Sql, customerId: string, deviceToken: string | undefined): Promise<string | null>;
  readAddressee(sql: Sql, customerId: string): Promise<{ email: string; language: Language } | null>;
  isSessionAlive(tx: Tx, token: string): Promise<boolean>;
  endSessions(tx: Tx, customerId: string): Promise<void>;
  endOtherSessions(tx: Tx, customerId: string, token: string): Promise<void>;
  /** Null when the password has been changed since the mark was taken. */
  openSession(tx: Tx, entry: LoginEntry): Promise<{ token: string; expires: string } | null>;
}

export interface LoginEntry {
  customerId: string;
  /** Tells the password that was shown from any other. */
  mark: Buffer;
  keep: boolean;
  userAgent: string;
  /** What tells the browser from every other, where it shows something. */
  deviceToken: string | undefined;
  /** The network address. */
  address?: string | undefined;
}

export interface SecondFactorParts {
  /** Real time: nothing here follows the sandbox clock. */
  clock: Clock;
  seal: Seal;
  /** Null where passkeys cannot work. */
  site: PasskeySite | null;
  /** Who a passkey and an authenticator app say that they are for. */
  brand: string;
  login: LoginParts;
  onSecurityChange: OnSecurityChange;
}
