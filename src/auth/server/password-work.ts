import { hash, verify } from '@node-rs/argon2';
import { shareOut } from '#http/server/share-out.ts';
import { createBreachedPasswords } from './breached-passwords.ts';

/**
 * Hashes and verifies passwords, with a bound on how much of the machine that may take. `party` is whoever asks: a network, or a customer
 * who is logged in.
 */
export interface PasswordWork {
  hash(password: string, party?: string): Promise<string>;
  /** A null hash (unknown address) takes as long as a real comparison and never matches. */
  verify(passwordHash: string | null, password: string, party?: string): Promise<boolean>;
  /** Whether the operator's list of breached passwords has it; never, without such a list. */
  isBreached(password: string): Promise<boolean>;
}

/** argon2id, 19 MiB, two passes: about 12 ms of one core. */
export const argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password that nobody knows, at the same cost: used for unknown addresses. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$ayyBALrXoz1TygtNPfWZaA$uTHceC1NcQozhk0Rr+Xx7p5wrIImGjgxeVi6ZC/tWKY';

/**
 * Hundreds of concurrent logins would starve every other call: `atOnce` run, `waitingOfOne` of each party queue, and any more are told to
 * retry shortly. Parties take turns: right passwords are not limited, so one client could otherwise fill the queue and keep everybody out.
 */
export function createPasswordWork(
  bounds = { atOnce: 2, waitingOfOne: 64, waiting: 1_024 },
  breachedFile = '',
): PasswordWork {
  const { atOnce } = bounds;
  const isBreached = createBreachedPasswords(breachedFile);
  const inTurn = shareOut({ ...bounds, ofOne: atOnce });
  return {
    hash: (password, party = '') => inTurn.take(party, () => hash(asTyped(password), argon2Cost)),
    verify: (passwordHash, password, party = '') =>
      inTurn.take(party, async () => {
        const matches = await verify(passwordHash ?? nobodysHash, asTyped(password));
        return matches && passwordHash !== null;
      }),
    isBreached: (password) => isBreached(asTyped(password)),
  };
}

/** The same characters may arrive composed differently from another keyboard. */
export function asTyped(password: string): string {
  return password.normalize('NFKC');
}
