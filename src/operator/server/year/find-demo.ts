import { openSession } from '#auth/server/session-store.ts';
import { readOne } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Actor, Stage } from './actor.ts';
import { demo } from './demo-login.ts';

/** Returns the sandbox's demo investor with a new session; null on an installation without one. */
export async function findDemo({ db }: Stage): Promise<Actor | null> {
  const found = await readOne<{ id: string; code: string }>(db, 'SELECT id, code FROM customers WHERE email = $1', [
    demo.email,
  ]);
  if (!found) return null;
  const { token } = await transaction(db, (tx) => openSession(tx, found.id, true));
  return { ...found, token };
}
