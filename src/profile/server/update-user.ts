import { randomUUID } from 'node:crypto';
import type { DomainEvents } from '#ledger/server/domain-events.ts';
import { isAdult } from '#platform/server/age.ts';
import type { Clock } from '#platform/clock.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { count } from '#http/server/attempts.ts';
import { type Database, readOne, type Tx } from '#database/server/database.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { dayIn } from '#platform/server/span.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { toldChanges } from '#http/server/told-changes.ts';
import { transaction } from '#database/server/transaction.ts';
import type { updateUser as contract, User } from '../contract.ts';
import { refuseProfile } from '../refusals.ts';
import { readPhone } from './read-phone.ts';
import { readUser } from './read-user.ts';

export interface UpdateParts {
  clock: Clock;
  events: Pick<DomainEvents, 'onSecurityChange'>;
}

/**
 * Changes what was sent of phone and birth date: what stays the same changes nothing. Uses real time: nobody comes of age by moving the
 * sandbox's clock.
 */
export async function updateUser(
  db: Database,
  { clock, events }: UpdateParts,
  { body, investor }: Pick<CallRequest<typeof contract>, 'body' | 'investor'>,
): Promise<User> {
  const phone = body.phone === undefined ? null : readPhone(body.phone);
  const today = dayIn(await readHouseZone(db), clock.now());
  if (body.birth !== undefined && !isAdult(body.birth, today)) throw refuseProfile('under_age');

  await transaction(db, async (tx) => {
    const changed = await readOne<{ is_phone_new: boolean }>(tx, changeDetails, [
      investor.id,
      phone,
      body.birth ?? null,
    ]);
    // Erased while this was under way: nothing of theirs is written any more.
    if (!changed) throw refusePlatform('unauthenticated');
    if (changed.is_phone_new) await tellOfPhone(tx, investor.id, events);
  });
  return readUser(db, { investor });
}

const changeDetails = `WITH before AS (
    SELECT id, phone FROM customers WHERE id = $1 AND erased_at IS NULL FOR NO KEY UPDATE
  )
  UPDATE customers c SET phone = coalesce($2, c.phone), birth = coalesce($3, c.birth) FROM before
  WHERE c.id = before.id RETURNING c.phone IS DISTINCT FROM before.phone AS is_phone_new`;

async function tellOfPhone(tx: Tx, customerId: string, events: UpdateParts['events']): Promise<void> {
  await count(tx, toldChanges, customerId);
  const cause = `phone-changed:${randomUUID()}`;
  await events.onSecurityChange(tx, { customerId, change: 'phone_changed', cause, device: null });
}
