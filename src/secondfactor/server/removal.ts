import { randomUUID } from 'node:crypto';
import { queueMail } from '#mail/server/mail-queue.ts';
import { count, type Limit } from '#http/server/attempts.ts';
import type { Database } from '#database/server/database.ts';
import { networkOf } from '#http/server/network-of.ts';
import { hashOfToken, isTokenShaped } from '#platform/server/secret-token.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { transaction } from '#database/server/transaction.ts';
import { refuseSecondFactor } from '../refusals.ts';
import type * as contract from '../use-contract.ts';
import { lostLinkMinutes, removalHours } from '../use-contract.ts';
import { asAttempt } from './count-attempts.ts';
import { holdSecondFactor, readFactorStatus } from './key-store.ts';
import { lostKeyMail } from './mail-templates.ts';
import { insertRemoval, readRemoval, spendLostLink } from './removal-store.ts';
import { requireSecondFactor } from './require-second-factor.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';
import { readTicketOwner } from './ticket-store.ts';

const hour = 60 * 60;
/** Counted over the lifetime of a link: a customer at the limit has had the emails, and one of the links still works. */
export const lostByCustomer: Limit = { name: 'lost_key_customer', most: 3, seconds: lostLinkMinutes * 60 };
/** Counts invalid tickets and links; a valid one is let through, whatever was tried from the same network. */
export const missedLostKeys: Limit = { name: 'lost_key_network', most: 50, seconds: hour };

type Asking<E extends typeof contract.askRemoval | typeof contract.confirmRemoval> = Pick<
  CallRequest<E>,
  'body' | 'address'
>;

/** Mails the removal link to a caller who knew the password. Nothing else happens yet. */
export async function askRemoval(
  db: Database,
  { clock }: SecondFactorParts,
  { body, address }: Asking<typeof contract.askRemoval>,
): Promise<void> {
  const customerId = isTokenShaped(body.ticket) ? await readTicketOwner(db, body.ticket, clock.now()) : null;
  if (!customerId) return refuseMissed(db, address, 'ticket_invalid');
  await count(db, lostByCustomer, customerId);
  const cause = `lost-key:${randomUUID()}`;
  await queueMail(db, { kind: lostKeyMail, cause, customerId, about: {}, goodForMinutes: lostLinkMinutes });
}

/**
 * Starts the removal's waiting time, on behalf of whoever reads the customer's email. Confirming again makes it neither sooner nor later.
 */
export async function confirmRemoval(
  db: Database,
  parts: SecondFactorParts,
  { body, address }: Asking<typeof contract.confirmRemoval>,
): Promise<{ Removes: string }> {
  const removes = await transaction(db, async (tx) => {
    const now = parts.clock.now();
    const customerId = isTokenShaped(body.token) ? await spendLostLink(tx, body.token, now) : null;
    if (!customerId) return null;
    holdSecondFactor(tx, customerId);
    if (!(await readFactorStatus(tx, customerId, now)).since) throw refuseSecondFactor('link_invalid');
    const wanted = new Date(now.getTime() + removalHours * hour * 1000);
    const removesAt = await insertRemoval(tx, customerId, { confirmedAt: now, removesAt: wanted });
    await parts.onSecurityChange(tx, { customerId, what: 'removal_confirmed', removesAt });
    return { Removes: removesAt.toISOString() };
  });
  return removes ?? refuseMissed(db, address, 'link_invalid');
}

async function refuseMissed(db: Database, address: string, code: 'ticket_invalid' | 'link_invalid'): Promise<never> {
  await count(db, missedLostKeys, networkOf(address));
  throw refuseSecondFactor(code);
}

/** Cancels a pending removal: showing the second factor does so, here as anywhere. */
export async function cancelRemoval(
  db: Database,
  parts: SecondFactorParts,
  asking: Pick<CallRequest<typeof contract.cancelRemoval>, 'body' | 'investor' | 'token'>,
): Promise<void> {
  const { body: shown, investor, token } = asking;
  const customerId = investor.id;
  if (!(await readRemoval(db, customerId))) throw refuseSecondFactor('no_removal');
  const showing = { customerId, holderHash: hashOfToken(token), purpose: 'cancel_removal', shown };
  await asAttempt(db, { customerId, shown, place: { at: 'change', session: token } }, () =>
    transaction(db, (tx) => requireSecondFactor(tx, parts, showing)),
  );
}
