import { isAdult } from '#platform/age.ts';
import type { Clock } from '#platform/clock.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Config } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database.ts';
import { dayIn, readHouseZone } from '#platform/server/house-zone.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { updateUser as contract, User } from '../contract.ts';
import { refuseProfile } from '../refusals.ts';
import { readPhone } from './read-phone.ts';
import { readUser } from './read-user.ts';

/**
 * Changes what was sent of phone and birth date: what stays the same changes nothing. Uses real time: nobody comes of age by moving the
 * sandbox's clock.
 */
export async function updateUser(
  db: Database,
  { clock, mode }: { clock: Clock; mode: Config['mode'] },
  { body, investor }: Pick<CallRequest<typeof contract>, 'body' | 'investor'>,
): Promise<User> {
  const phone = body.phone === undefined ? null : readPhone(body.phone);
  const today = dayIn(await readHouseZone(db, mode), clock.now());
  if (body.birth !== undefined && !isAdult(body.birth, today)) throw refuseProfile('under_age');

  const changed = await db.query(
    'UPDATE customers SET phone = coalesce($2, phone), birth = coalesce($3, birth) WHERE id = $1 AND erased_at IS NULL RETURNING id',
    [investor.id, phone, body.birth ?? null],
  );
  // Erased while this was under way: nothing of theirs is written any more.
  if (changed.length === 0) throw refusePlatform('unauthenticated');
  return readUser(db, { investor });
}
