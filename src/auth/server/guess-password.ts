import { count, countAll, type Counted, type Limit } from '#platform/server/attempts.ts';
import type { Database } from '#platform/server/database.ts';
import { networkOf } from '#platform/server/network-of.ts';
import { type Credentials, readCredentials } from './customer-store.ts';
import { nobody, readKnownDevice } from './known-devices.ts';
import type { PasswordWork } from './password-work.ts';

const quarterHour = 15 * 60;
/** One address, guessed at from one network. */
export const loginsByPair: Limit = { name: 'login_pair', most: 10, seconds: quarterHour };
/** One address, guessed at from all networks together: so many that nobody keeps its owner out by trying ten times. */
export const loginsByEmail: Limit = { name: 'login_email', most: 300, seconds: 60 * 60 };
/** All addresses, from one network: an office, or whoever hides behind a proxy that nobody named. */
export const loginsByNetwork: Limit = { name: 'login_network', most: 1000, seconds: quarterHour };
/** A device of the customer's own: nobody else fills this. */
export const loginsByDevice: Limit = { name: 'login_device', most: 10, seconds: quarterHour };
/** A session of the customer's own, asked for the password once more. */
export const guessesInside: Limit = { name: 'password_inside', most: 10, seconds: quarterHour };

/** Who guesses: somebody at the door, or somebody who is in and is asked again. */
export type Guesser = { address: string; deviceToken: string | undefined } | { sessionToken: string };

interface Guess {
  /** Normalised. */
  email: string;
  password: string;
  by: Guesser;
}

/**
 * Whether this is the password behind this address; null when it is not, or when nobody has the address. Wherever a password is
 * asked for, it is through here. What strangers get wrong never counts against a device that its owner has logged in from before,
 * nor against a session (docs/decisions/0041-who-is-counted.md).
 *
 * @throws Refusal `too_many_attempts`
 */
export async function guessPassword(
  db: Database,
  passwords: PasswordWork,
  { email, password, by }: Guess,
): Promise<Credentials | null> {
  const customer = await readCredentials(db, email);
  const counted = await countGuess(db, email, customer, by);
  const isRight = await passwords.verify(customer?.passwordHash ?? null, password).catch(async (error: unknown) => {
    await counted.takeBack();
    throw error;
  });
  if (!customer || !isRight) return null;

  await counted.clear();
  return customer;
}

/** Forgetting takes back what this guess was and, of what is the guesser's alone, everything before it. */
async function countGuess(db: Database, email: string, customer: Credentials | null, by: Guesser): Promise<Counted> {
  if ('sessionToken' in by) return count(db, guessesInside, by.sessionToken);
  const device = await readKnownDevice(db, customer?.id ?? nobody, by.deviceToken);
  if (device) return count(db, loginsByDevice, device);

  const network = networkOf(by.address);
  // What many fill together comes first, and is taken back where the narrower one refuses.
  const shared = await countAll(db, [loginsByNetwork, network], [loginsByEmail, email]);
  const own = await count(db, loginsByPair, `${email} ${network}`).catch(async (error: unknown) => {
    await shared.takeBack();
    throw error;
  });
  const both = (one: Promise<void>) => Promise.all([one, shared.takeBack()]).then(() => {});
  return { takeBack: () => both(own.takeBack()), clear: () => both(own.clear()) };
}
