import { hash, verify } from '@node-rs/argon2';
import { createSemaphore } from '#platform/server/semaphore.ts';

/** Turning passwords into hashes and comparing them, with a bound on how much of the machine it may take. */
export interface PasswordWork {
  hash(password: string): Promise<string>;
  /** A null hash (nobody has that address) takes the time of a real comparison and is never right. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

/** argon2id, 19 MiB, twice over: about 12 ms of one core. */
export const argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password that nobody knows, at the same cost: what an unknown address is compared with. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$ayyBALrXoz1TygtNPfWZaA$uTHceC1NcQozhk0Rr+Xx7p5wrIImGjgxeVi6ZC/tWKY';

/**
 * Hundreds of logins at once would starve every other call: `atOnce` of them are worked on, `waiting` wait, and whoever
 * comes after that is told to come back in a moment.
 */
export function createPasswordWork(bounds = { atOnce: 2, waiting: 64 }): PasswordWork {
  const inTurn = createSemaphore(bounds);
  return {
    hash: (password) => inTurn(() => hash(asTyped(password), argon2Cost)),
    verify: (passwordHash, password) =>
      inTurn(async () => {
        const matches = await verify(passwordHash ?? nobodysHash, asTyped(password));
        return matches && passwordHash !== null;
      }),
  };
}

/** The same letters typed on another keyboard may arrive composed differently. */
function asTyped(password: string): string {
  return password.normalize('NFKC');
}
