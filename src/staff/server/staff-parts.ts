import type { PasswordWork } from '#auth/server/password-work.ts';
import type { Clock } from '#platform/clock.ts';
import type { PasskeySite } from '#secondfactor/server/passkey-site.ts';
import type { Seal } from '#secondfactor/server/seal.ts';
import type { OnProviderTrouble, StaffProvider } from './provider.ts';

/** What getting in needs of the rest of the installation. */
export interface StaffParts {
  passwords: PasswordWork;
  seal: Seal;
  /** Of the console's own address; null where passkeys cannot work. */
  site: PasskeySite | null;
  /** Another way in than a password; null where there is none. */
  provider: StaffProvider | null;
  /** Hears why somebody did not get in by it. */
  onProviderTrouble: OnProviderTrouble;
  brand: string;
  clock: Clock;
}
