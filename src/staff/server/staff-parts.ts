import type { PasswordWork } from '#auth/server/password-work.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#database/server/database.ts';
import type { PasskeySite } from '#secondfactor/server/passkey-site.ts';
import type { Seal } from '#secondfactor/server/seal.ts';
import type { OnProviderTrouble, StaffProvider } from './provider.ts';

/** A member of staff before there is a session. */
export interface StaffActor {
  staffId: string;
  /** The network address. */
  address: string;
}

export type StaffAction =
  | 'sign-in'
  | 'staff joined'
  | 'second factor added'
  | 'second factor removed'
  | 'password chosen'
  | 'sessions ended';

/** What staff login needs from the rest of the installation. */
export interface StaffParts {
  passwords: PasswordWork;
  seal: Seal;
  /** At the console's own address; null where passkeys cannot work. */
  site: PasskeySite | null;
  /** An alternative to the password; null where there is none. */
  provider: StaffProvider | null;
  /** Called with the reason when somebody is not let in by it. */
  onProviderTrouble: OnProviderTrouble;
  /** Appends to the account of actions, in the transaction of what is recorded. */
  record(tx: Tx, by: StaffActor, action: StaffAction, details: Record<string, string>): Promise<void>;
  /** The same for a sign-in that was refused; not waited for, so that the answer takes as long as for an unknown address. */
  noteRefused(by: StaffActor, why: 'wrong_password' | 'wrong_factor'): void;
  brand: string;
  clock: Clock;
}
