import type { DomainEvents } from '#ledger/server/domain-events.ts';
import type { Database, Tx } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { transaction } from '#database/server/transaction.ts';
import type { logIn as contract } from '../contract.ts';
import { normaliseEmail } from '../email.ts';
import { refuseAuth } from '../refusals.ts';
import { holdCredentials } from './customer-store.ts';
import { guessPassword } from './guess-password.ts';
import { enter, markOf } from './marked-session.ts';
import type { PasswordWork } from './password-work.ts';
import type { OpenedSession } from './session-store.ts';

/** A customer who has shown the right password, with a mark that identifies that password. */
export interface RightPassword {
  customerId: string;
  mark: Buffer;
  keep: boolean;
}

/** Returns what else the login requires, as the answer's `details`; null if the password is enough. */
export type AskMore = (tx: Tx, login: RightPassword) => Promise<object | null>;

export const passwordIsEnough: AskMore = async () => null;

export interface LoginParts {
  passwords: PasswordWork;
  askMore: AskMore;
  events: Pick<DomainEvents, 'onSecurityChange'>;
}

/**
 * An unknown address and a wrong password take the same path and time, and get the same message. Whether there is a second factor is looked
 * up only after the right password.
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
    // A password changed since it was verified opens nothing: the change has just ended every session.
    if (!(await holdCredentials(tx, customer))) throw refuseAuth('invalid_credentials');
    const request = await askMore(tx, login);
    return request ? { request } : { session: await enter(tx, { ...login, ...arrival }, events) };
  });
  // Thrown after the commit: within the transaction, the refusal would roll back what the second step needs.
  if (!session) throw refuseAuth('second_key_required', { ...request });
  return session;
}
