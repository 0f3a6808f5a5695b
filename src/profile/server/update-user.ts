import { isAdult } from '#platform/age.ts';
import type { Clock } from '#platform/clock.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Database } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { updateUser as contract, User } from '../contract.ts';
import { refuseProfile } from '../refusals.ts';
import { readPhone } from './read-phone.ts';
import { readUser } from './read-user.ts';

/** Changes phone and birth date. Uses real time: nobody comes of age by moving the sandbox's clock. */
export async function updateUser(
  db: Database,
  clock: Clock,
  { body, investor }: Pick<CallRequest<typeof contract>, 'body' | 'investor'>,
): Promise<User> {
  const phone = readPhone(body.phone);
  if (!isAdult(body.birth, clock.now().toISOString().slice(0, 10))) throw refuseProfile('under_age');

  const changed = await db.query(
    'UPDATE customers SET phone = $2, birth = $3 WHERE id = $1 AND erased_at IS NULL RETURNING id',
    [investor.id, phone, body.birth],
  );
  // Erased while this was under way: nothing of theirs is written any more.
  if (changed.length === 0) throw refusePlatform('unauthenticated');
  return readUser(db, { investor });
}
