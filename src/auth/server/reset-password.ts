import type { DomainEvents } from '#ledger/server/domain-events.ts';
import { count, type Limit } from '#http/server/attempts.ts';
import type { Database, Tx } from '#database/server/database.ts';
import { networkOf } from '#http/server/network-of.ts';
import { isTokenShaped } from '#platform/server/secret-token.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { transaction } from '#database/server/transaction.ts';
import type { lookAtReset as lookContract, resetPassword as contract } from '../contract.ts';
import { refuseAuth } from '../refusals.ts';
import { publishPasswordChanged } from './change-password.ts';
import { readCredentialsById } from './customer-store.ts';
import { type Arrival, revokeDevices, readKnownDevice } from './known-devices.ts';
import { replacePassword } from './mailbox-store.ts';
import { readTokenOwner, spendToken, voidTokens } from './mailed-token-store.ts';
import { arrive } from './marked-session.ts';
import type { OtherSecrets } from './other-secrets.ts';
import { owePasswordChanged } from './owed-mails.ts';
import type { PasswordWork } from './password-work.ts';
import { requireGoodPassword } from './require-good-password.ts';
import { endSessionsOf } from './session-store.ts';

/** Invalid links; the holder of a valid one gets through, whatever was tried from the same network. */
export const missedResets: Limit = { name: 'reset_network', most: 50, seconds: 60 * 60 };

export interface ResetParts {
  passwords: PasswordWork;
  brand: string;
  events: Pick<DomainEvents, 'onSecurityChange'>;
  others: OtherSecrets;
}

type LinkRequest = Pick<CallRequest<typeof lookContract>, 'body' | 'address'>;
type Asking = Pick<CallRequest<typeof contract>, 'body' | 'address' | 'userAgent' | 'headers'>;

/**
 * Lets the reader of the customer's mail set a new password: once, revoking everything older that opens something. It does not log them in;
 * they log in with the new password, from a device that is known by now. The link also proves the address: if nobody had confirmed it
 * before, whatever was added meanwhile was not its owner's, and is removed.
 */
export async function resetPassword(db: Database, parts: ResetParts, asking: Asking): Promise<void> {
  const { token, password } = asking.body;
  const owner = await ownerOfLink(db, asking);
  const { name, email } = await readCredentialsById(db, owner);
  await requireGoodPassword(parts.passwords, password, { name, email, brand: parts.brand });
  const passwordHash = await parts.passwords.hash(password, networkOf(asking.address));

  await transaction(db, async (tx) => {
    parts.others.hold(tx, owner);
    if (!(await spendToken(tx, 'reset', token))) throw refuseAuth('token_invalid');
    // The password before the sessions: a login with the old one either came first and is ended, or fails.
    const isFirstProof = await replacePassword(tx, owner, passwordHash);
    await endSessionsOf(tx, owner);
    await voidTokens(tx, 'confirm', owner);
    await parts.others.revoke(tx, owner);
    if (isFirstProof) await parts.others.clear(tx, owner);
    await startDevicesAnew(tx, parts, owner, asking, isFirstProof);
    await owePasswordChanged(tx, owner);
    await publishPasswordChanged(tx, owner, parts.events);
  });
}

/** A link that cannot be used says so before a password is thought up for it; why it cannot is told to nobody. */
export async function lookAtReset(db: Database, asking: LinkRequest): Promise<void> {
  await ownerOfLink(db, asking);
}

async function ownerOfLink(db: Database, { body: { token }, address }: LinkRequest): Promise<string> {
  const owner = isTokenShaped(token) ? await readTokenOwner(db, 'reset', token) : null;
  if (owner) return owner;
  await count(db, missedResets, networkOf(address));
  throw refuseAuth('token_invalid');
}

/** Only the device that has just opened the link stays known, so that nobody's guesses can keep it from logging in. */
async function startDevicesAnew(
  tx: Tx,
  { events }: ResetParts,
  customerId: string,
  { userAgent, headers }: Asking,
  isFirstProof: boolean,
): Promise<void> {
  const arrival: Arrival = { userAgent, deviceToken: headers['device-token'] };
  const kept = isFirstProof ? null : await readKnownDevice(tx, customerId, arrival.deviceToken);
  await revokeDevices(tx, customerId, kept);
  if (arrival.deviceToken !== undefined) await arrive(tx, customerId, arrival, events);
}
