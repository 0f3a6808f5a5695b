import type { DomainEvents } from '#ledger/server/domain-events.ts';
import type { Database, Tx } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import { transaction } from '#platform/server/transaction.ts';
import type { logIn as contract } from '../contract.ts';
import { normaliseEmail } from '../email.ts';
import { refuseAuth } from '../refusals.ts';
import { holdCredentials } from './customer-store.ts';
import { guessPassword } from './guess-password.ts';
import { enter, markOf } from './marked-session.ts';
import type { PasswordWork } from './password-work.ts';
import type { OpenedSession } from './session-store.ts';

/** Who has shown the right password, and what tells it from any other. */
export interface RightPassword {
  customerId: string;
  mark: Buffer;
  keep: boolean;
}

/** What else a login is asked for, as the answer's `details`; null where the password is enough. */
export type AskMore = (tx: Tx, login: RightPassword) => Promise<object | null>;

export const passwordIsEnough: AskMore = async () => null;

export interface LoginParts {
  passwords: PasswordWork;
  askMore: AskMore;
  events: Pick<DomainEvents, 'onSecurityChange'>;
}

/**
 * An unknown address and a wrong password take the same path, the same time and the same words. Whether there is a second
 * key is looked up after the right password alone.
 */
export async function logIn(
  db: Database,
  { passwords, askMore, events }: LoginParts,
  {
    body,
    address,
    userAgent,
    headers,
  }: Pick<CallRequest<typeof contract>, 'body' | 'address' | 'userAgent' | 'headers'>,
): Promise<OpenedSession> {
  const arrival = { userAgent, deviceToken: headers['device-token'], address };
  const email = normaliseEmail(body.email);
  if (email === '' || body.password === '') throw refuseAuth('fields_required');

  const customer = await guessPassword(db, passwords, {
    email,
    password: body.password,
    by: { ...arrival, address },
  });
  if (!customer) throw refuseAuth('invalid_credentials');

  const login = { customerId: customer.id, mark: markOf(customer), keep: body.keep ?? false };
  const { session, request } = await transaction(db, async (tx) => {
    // A password that was changed since it was compared opens nothing: the change has just ended every session.
    if (!(await holdCredentials(tx, customer))) throw refuseAuth('invalid_credentials');
    const request = await askMore(tx, login);
    return request ? { request } : { session: await enter(tx, { ...login, ...arrival }, events) };
  });
  // What the second step needs is kept by now: refused within the transaction it would be lost with it.
  if (!session) throw refuseAuth('second_key_required', { ...request });
  return session;
}
