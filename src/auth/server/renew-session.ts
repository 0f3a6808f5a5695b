import { refusePlatform } from '#platform/refusals.ts';
import type { Database } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import type { renewSession as contract } from '../session-contract.ts';
import { refuseAuth } from '../refusals.ts';
import { holdCredentials, readCredentialsById } from './customer-store.ts';
import { guessInside } from './guess-password.ts';
import type { OtherSecrets } from './other-secrets.ts';
import type { PasswordWork } from './password-work.ts';
import { type OpenedSession, replaceSession } from './session-store.ts';

interface RenewalParts {
  passwords: PasswordWork;
  others: Pick<OtherSecrets, 'whileKeyShown' | 'moveSession'>;
}

/**
 * Replaces the session of a customer who shows again what a login requires: the password, and the second factor if there is one. The old
 * token becomes void, wherever else it may be; the token alone does not prolong anything (docs/decisions/0058-staying-in.md).
 *
 * @throws Refusal `unauthenticated` if this session has ended meanwhile, for example by a renewal in another window
 */
export async function renewSession(
  db: Database,
  { passwords, others }: RenewalParts,
  { body, investor, token }: Pick<CallRequest<typeof contract>, 'body' | 'investor' | 'token'>,
): Promise<OpenedSession> {
  const { password, ...shown } = body;
  const customerId = investor.id;
  const known = await readCredentialsById(db, customerId);
  const checked = await guessInside(db, passwords, { ...known, password, sessionToken: token });
  if (checked === false) throw refuseAuth('wrong_password');

  const asking = { customerId, session: token, purpose: 'renew_session', shown } as const;
  return others.whileKeyShown(db, asking, async (tx, isProven) => {
    if (checked !== true && !(await checked(isProven))) throw refuseAuth('wrong_password');
    if (!(await holdCredentials(tx, known))) throw refuseAuth('wrong_password');
    const session = await replaceSession(tx, customerId, token);
    if (!session) throw refusePlatform('unauthenticated');
    await others.moveSession(tx, { customerId, from: token, to: session.token });
    return session;
  });
}
