import type { Clock } from '#platform/clock.ts';
import type { Language } from '#platform/languages.ts';
import type { Database, Sql, Tx } from '#database/server/database.ts';
import type { SecurityChange } from '../security-change.ts';
import type { PasskeySite } from './passkey-site.ts';
import type { Seal } from './seal.ts';

/** Called for every change of a second factor, in the transaction of the change. */
export type OnSecurityChange = (tx: Tx, change: SecurityChange) => Promise<void>;

/** What the second factor needs from the login; injected by `app`, because the two folders do not know each other. */
export interface LoginParts {
  /** Where this session's guesses are used up, the answer waits for the second factor: it is then called once that is proven. */
  checkPassword(
    db: Database,
    guess: { customerId: string; password: string; sessionToken: string },
  ): Promise<boolean | ((isProven: boolean) => Promise<boolean>)>;
  /** Null when the customer has not logged in from this device before, or nothing shows that they have. */
  readKnownDevice(sql: Sql, customerId: string, deviceToken: string | undefined): Promise<string | null>;
  readAddressee(sql: Sql, customerId: string): Promise<{ email: string; language: Language } | null>;
  isSessionAlive(tx: Tx, token: string): Promise<boolean>;
  endSessions(tx: Tx, customerId: string): Promise<void>;
  endOtherSessions(tx: Tx, customerId: string, token: string): Promise<void>;
  /** Null when the password has changed since the mark was taken. */
  openSession(tx: Tx, entry: LoginEntry): Promise<{ token: string; expires: string } | null>;
}

export interface LoginEntry {
  customerId: string;
  /** Identifies the password that was shown. */
  mark: Buffer;
  keep: boolean;
  userAgent: string;
  /** Identifies the browser; undefined when it shows no token. */
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
  /** The name that passkeys and authenticator apps show. */
  brand: string;
  login: LoginParts;
  onSecurityChange: OnSecurityChange;
}
