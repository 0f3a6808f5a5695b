import { randomUUID } from 'node:crypto';
import type { Happenings } from '#ledger/server/happenings.ts';
import type { Clock } from '#platform/clock.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Database, Tx } from '#platform/server/database.ts';
import type { Asked } from '#platform/server/serve.ts';
import { transaction } from '#platform/server/transaction.ts';
import { type changePassword as contract, youngSessionMinutes } from '../session-contract.ts';
import { refuseAuth } from '../refusals.ts';
import { isCommonPassword } from './common-password.ts';
import { type Credentials, holdForChange, readCredentialsById, writePassword } from './customer-store.ts';
import { guessPassword } from './guess-password.ts';
import { voidTokens } from './mailed-token-store.ts';
import { dropRecovery, owePasswordChanged } from './owed-mails.ts';
import type { PasswordWork } from './password-work.ts';
import { endSessionsBut, isSessionAlive } from './session-store.ts';

export interface ChangeParts {
  passwords: PasswordWork;
  /** Real time: a session grows old whatever the sandbox clock says. */
  clock: Clock;
  happenings: Pick<Happenings, 'onSecurityChange'>;
}

type Asking = Pick<Asked<typeof contract>, 'body' | 'investor' | 'address' | 'token'>;

/**
 * Another password, for whoever knows the present one or has just logged in; it ends every other session (P2), and every
 * link, mailed or about to be, that would still set one: whoever changes their password because a stranger reads their mail is safe from it.
 */
export async function changePassword(db: Database, parts: ChangeParts, asking: Asking): Promise<void> {
  if (isCommonPassword(asking.body.password)) throw refuseAuth('password_too_common');
  const known = await requireKnown(db, parts, asking);

  const passwordHash = await parts.passwords.hash(asking.body.password);

  await transaction(db, async (tx) => {
    // Before the customer is held, in the order in which a link is spent: neither waits for the other in a ring.
    await dropRecovery(tx, known.email);
    await voidTokens(tx, 'reset', known.id);
    await requireUnchanged(tx, known, asking.token);
    await writePassword(tx, known.id, passwordHash);
    await endSessionsBut(tx, known.id, asking.token);
    await owePasswordChanged(tx, known.id);
    await tellPasswordChanged(tx, known.id, parts.happenings);
  });
}

export function tellPasswordChanged(
  tx: Tx,
  customerId: string,
  happenings: Pick<Happenings, 'onSecurityChange'>,
): Promise<void> {
  const cause = `password-changed:${randomUUID()}`;
  return happenings.onSecurityChange(tx, { customerId, change: 'password_changed', cause, device: null });
}

async function requireKnown(
  db: Database,
  { passwords, clock }: ChangeParts,
  asking: Asking,
): Promise<Credentials & { email: string }> {
  const { body, investor, address } = asking;
  const customer = await readCredentialsById(db, investor.id);
  if (body.current === undefined) {
    const ageMs = clock.now().getTime() - investor.sessionStartedAt.getTime();
    if (ageMs >= youngSessionMinutes * 60_000) throw refuseAuth('reauthenticate');
    return customer;
  }
  const known = await guessPassword(db, passwords, { email: customer.email, password: body.current, address });
  if (!known) throw refuseAuth('wrong_password');
  return { ...known, email: customer.email };
}

/**
 * Two who change it at once, the customer and somebody who has their session: the first ends the other's session, and
 * with it the other's change.
 */
async function requireUnchanged(tx: Tx, known: Credentials, token: string): Promise<void> {
  const isUnchanged = await holdForChange(tx, known);
  if (!(await isSessionAlive(tx, token))) throw refusePlatform('unauthenticated');
  if (!isUnchanged) throw refuseAuth('wrong_password');
}
