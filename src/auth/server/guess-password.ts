import { Refusal } from '#platform/refusal.ts';
import { count, countAll, type Counted, type Limit } from '#http/server/attempts.ts';
import type { Database } from '#database/server/database.ts';
import { networkOf } from '#http/server/network-of.ts';
import { type Credentials, readCredentials } from './customer-store.ts';
import { nobody, readKnownDevice } from './known-devices.ts';
import type { PasswordWork } from './password-work.ts';

const quarterHour = 15 * 60;
/** One address from one network. */
export const loginsByPair: Limit = { name: 'login_pair', most: 10, seconds: quarterHour };
/** One address from all networks together: too high for anybody to lock its owner out with ten tries. */
export const loginsByEmail: Limit = { name: 'login_email', most: 300, seconds: 60 * 60 };
/** All addresses from one network: an office, or clients behind an undeclared proxy. */
export const loginsByNetwork: Limit = { name: 'login_network', most: 1000, seconds: quarterHour };
/** A known device of the customer's: nobody else fills this. */
export const loginsByDevice: Limit = { name: 'login_device', most: 10, seconds: quarterHour };
/** A session of the customer's that is asked for the password again. */
export const guessesInside: Limit = { name: 'password_inside', most: 10, seconds: quarterHour };

/**
 * Every password compared, right ones too, because each costs as much: of a customer inside, of one on known devices, or of an address and
 * network. Not of a session or a device, because a right password opens another.
 */
export const passwordChecks: Limit = { name: 'password_checks', most: 300, seconds: quarterHour };

/** Who is guessing: somebody at the login, or somebody logged in who is asked again. */
export type Guesser = { address: string; deviceToken: string | undefined } | { sessionToken: string };

interface Guess {
  /** Normalised. */
  email: string;
  password: string;
  by: Guesser;
}

/**
 * Returns the customer whose address and password these are; null if the password is wrong or the address unknown. Every password check
 * goes through here. Failures of strangers never count against a device from which the owner has logged in before, nor against a session
 * (docs/decisions/0041-who-is-counted.md).
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
  const party = 'sessionToken' in by ? `inside ${email}` : networkOf(by.address);
  const isRight = await orTakeBack(counted, passwords.verify(customer?.passwordHash ?? null, password, party));
  if (!customer || !isRight) return null;

  await counted.clear();
  return customer;
}

/** Whether it is the right password, as far as that may be said before the second factor is shown. */
export type PasswordCheck = boolean | ((isProven: boolean) => Promise<boolean>);

/**
 * The same for a customer who is logged in. Guesses are counted by the session, and whoever else holds its token can use them up; that shuts
 * nobody out who shows the second factor too: their guess is made once that is proven, in the transaction of what it is for, and counted
 * with it. Whoever logs in anew has another session.
 */
export async function guessInside(
  db: Database,
  passwords: PasswordWork,
  {
    email,
    passwordHash,
    password,
    sessionToken,
  }: { email: string; password: string; sessionToken: string } & Pick<Credentials, 'passwordHash'>,
): Promise<PasswordCheck> {
  try {
    return (await guessPassword(db, passwords, { email, password, by: { sessionToken } })) !== null;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'too_many_attempts') throw error;
    return async (isProven) => {
      if (!isProven) throw error;
      return passwords.verify(passwordHash, password, `inside ${email}`);
    };
  }
}

/** `clear` takes back this guess and, in counters of failures that are the guesser's alone, everything before it. */
async function countGuess(db: Database, email: string, customer: Credentials | null, by: Guesser): Promise<Counted> {
  if ('sessionToken' in by) return countCheck(db, `inside ${email}`, [guessesInside, by.sessionToken]);
  const device = await readKnownDevice(db, customer?.id ?? nobody, by.deviceToken);
  if (device) return countCheck(db, `known ${email}`, [loginsByDevice, device]);

  const network = networkOf(by.address);
  // The shared counters come first, and are taken back if the narrower one refuses.
  const shared = await countAll(db, [loginsByNetwork, network], [loginsByEmail, email]);
  const pair = `${email} ${network}`;
  const own = await orTakeBack(shared, countCheck(db, pair, [loginsByPair, pair]));
  const both = (one: Promise<void>) => Promise.all([one, shared.takeBack()]).then(() => {});
  return { takeBack: () => both(own.takeBack()), clear: () => both(own.clear()) };
}

/** Counts a check, and a failure until it succeeds. */
async function countCheck(db: Database, party: string, failures: readonly [Limit, string]): Promise<Counted> {
  const checked = await count(db, passwordChecks, party);
  const failed = await orTakeBack(checked, count(db, ...failures));
  const takeBack = () => Promise.all([failed.takeBack(), checked.takeBack()]).then(() => {});
  return { takeBack, clear: failed.clear };
}

async function orTakeBack<Result>(counted: Pick<Counted, 'takeBack'>, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    await counted.takeBack();
    throw error;
  }
}
