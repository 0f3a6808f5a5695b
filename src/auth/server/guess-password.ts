import type { Database } from '#platform/server/database.ts';
import { count, type Limit } from '#platform/server/attempts.ts';
import { type Credentials, readCredentials } from './customer-store.ts';
import { networkOf } from '#platform/server/network-of.ts';
import type { PasswordWork } from './password-work.ts';

const quarterHour = 15 * 60;
export const loginsByEmail: Limit = { name: 'login_email', most: 10, seconds: quarterHour };
export const loginsByNetwork: Limit = { name: 'login_network', most: 100, seconds: quarterHour };

interface Guess {
  /** Normalised. */
  email: string;
  password: string;
  /** Where it comes from. */
  address: string;
}

/**
 * Whether this is the password behind this address; null when it is not, or when nobody has the address. Wherever a
 * password is asked for, it is through here: a guess counts the same, and costs the same.
 *
 * @throws Refusal `too_many_attempts`
 */
export async function guessPassword(
  db: Database,
  passwords: PasswordWork,
  { email, password, address }: Guess,
): Promise<Credentials | null> {
  // The network first: whoever is refused there must not use up the attempts of other people's addresses.
  const byNetwork = await count(db, loginsByNetwork, networkOf(address));
  const byEmail = await count(db, loginsByEmail, email);
  const customer = await readCredentials(db, email);
  const isRight = await passwords.verify(customer?.passwordHash ?? null, password).catch(async (error) => {
    await Promise.all([byNetwork.takeBack(), byEmail.takeBack()]);
    throw error;
  });
  if (!customer || !isRight) return null;

  await Promise.all([byNetwork.takeBack(), byEmail.forget()]);
  return customer;
}
