import { randomUUID } from 'node:crypto';
import type { DomainEvents } from '#ledger/server/domain-events.ts';
import type { Clock } from '#platform/clock.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { count, type Limit } from '#http/server/attempts.ts';
import type { Database, Tx } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { type changePassword as contract, youngSessionMinutes } from '../session-contract.ts';
import { refuseAuth } from '../refusals.ts';
import { type Credentials, holdForChange, readCredentialsById, writePassword } from './customer-store.ts';
import { guessInside, type PasswordCheck, passwordChecks } from './guess-password.ts';
import { revokeDevices } from './known-devices.ts';
import { voidTokens } from './mailed-token-store.ts';
import type { OtherSecrets } from './other-secrets.ts';
import { owePasswordChanged } from './owed-mails.ts';
import type { PasswordWork } from './password-work.ts';
import { requireGoodPassword } from './require-good-password.ts';
import { endSessionsBut, isSessionAlive, readSessionDevice } from './session-store.ts';

export interface ChangeParts {
  passwords: PasswordWork;
  /** Real time: a session ages whatever the sandbox clock says. */
  clock: Clock;
  brand: string;
  events: Pick<DomainEvents, 'onSecurityChange'>;
  others: OtherSecrets;
}

/** Each is told by an email, to an address that may not be confirmed. Only those that succeed count. */
export const passwordChanges: Limit = { name: 'password_changes', most: 20, seconds: 60 * 60 };

type Asking = Pick<CallRequest<typeof contract>, 'body' | 'investor' | 'token'>;

/**
 * Changes the password. Requires the present one or a fresh login, and the second factor if there is one. Ends every other session (P2),
 * forgets every other device, and revokes everything issued that opens something: a customer whose password a stranger has is safe from all
 * that the stranger has set up with it.
 */
export async function changePassword(db: Database, parts: ChangeParts, asking: Asking): Promise<void> {
  const { body, investor } = asking;
  const customer = await readCredentialsById(db, investor.id);
  await requireGoodPassword(parts.passwords, body.password, {
    name: customer.name,
    email: customer.email,
    brand: parts.brand,
  });
  const checked = await checkPresent(db, parts, customer, asking);

  const counted = await count(db, passwordChanges, customer.id);
  await changeTo(db, parts, { ...customer, checked }, asking).catch(async (error: unknown) => {
    await counted.takeBack();
    throw error;
  });
}

async function changeTo(
  db: Database,
  parts: ChangeParts,
  known: Credentials & { email: string; checked: PasswordCheck },
  { body, token }: Asking,
): Promise<void> {
  const passwordHash = await parts.passwords.hash(body.password, `inside ${known.email}`);

  const { password: _next, current: _present, ...shown } = body;
  const request = { customerId: known.id, session: token, purpose: 'change_password', shown } as const;
  await parts.others.whileKeyShown(db, request, async (tx, isProven) => {
    if (known.checked !== true && !(known.checked && (await known.checked(isProven))))
      throw refuseAuth('wrong_password');
    await requireUnchanged(tx, known, token);
    await voidTokens(tx, 'reset', known.id);
    await writePassword(tx, known.id, passwordHash);
    await endSessionsBut(tx, known.id, token);
    await revokeDevices(tx, known.id, await readSessionDevice(tx, token));
    await parts.others.revoke(tx, known.id);
    await owePasswordChanged(tx, known.id);
    await publishPasswordChanged(tx, known.id, parts.events);
  });
}

export function publishPasswordChanged(
  tx: Tx,
  customerId: string,
  events: Pick<DomainEvents, 'onSecurityChange'>,
): Promise<void> {
  const cause = `password-changed:${randomUUID()}`;
  return events.onSecurityChange(tx, { customerId, change: 'password_changed', cause, device: null });
}

/** Refuses at once where it can; otherwise the password remains to be checked once the second factor is proven. */
async function checkPresent(
  db: Database,
  { passwords, clock }: ChangeParts,
  customer: Credentials & { email: string },
  { body, investor, token }: Asking,
): Promise<PasswordCheck> {
  if (body.current === undefined) {
    const ageMs = clock.now().getTime() - investor.sessionStartedAt.getTime();
    if (ageMs >= youngSessionMinutes * 60_000) throw refuseAuth('reauthenticate');
    // The new password is hashed whatever becomes of the change.
    await count(db, passwordChecks, token);
    return true;
  }
  const checked = await guessInside(db, passwords, { ...customer, password: body.current, sessionToken: token });
  if (checked === false) throw refuseAuth('wrong_password');
  return checked;
}

/**
 * Two may change it at once, the customer and somebody with their session: the first ends the other's session, and thereby the other's
 * change.
 */
async function requireUnchanged(tx: Tx, known: Credentials, token: string): Promise<void> {
  const isUnchanged = await holdForChange(tx, known);
  if (!(await isSessionAlive(tx, token))) throw refusePlatform('unauthenticated');
  if (!isUnchanged) throw refuseAuth('wrong_password');
}
