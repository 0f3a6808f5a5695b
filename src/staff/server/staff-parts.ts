import type { PasswordWork } from '#auth/server/password-work.ts';
import type { Clock } from '#platform/clock.ts';
import type { PasskeySite } from '#secondfactor/server/passkey-site.ts';
import type { Seal } from '#secondfactor/server/seal.ts';
import type { OnProviderTrouble, StaffProvider } from './provider.ts';

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
  brand: string;
  clock: Clock;
}
