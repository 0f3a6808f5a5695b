import { noteChange } from '#database/server/changes.ts';
import type { Database } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import type { confirmEmail as contract } from '../contract.ts';
import { refuseAuth } from '../refusals.ts';
import { markEmailConfirmed } from './mailbox-store.ts';
import { readTokenOwner } from './mailed-token-store.ts';
import { isTokenShaped } from '#platform/server/secret-token.ts';

/**
 * Confirms the address of whoever read the email. The token stays valid until it expires: programs that open every link of an email before
 * its reader does must not leave the reader with a refusal, and confirming twice changes nothing.
 */
export async function confirmEmail(db: Database, { body }: Pick<CallRequest<typeof contract>, 'body'>): Promise<void> {
  const customerId = isTokenShaped(body.token) ? await readTokenOwner(db, 'confirm', body.token) : null;
  if (!customerId) throw refuseAuth('token_invalid');
  await markEmailConfirmed(db, customerId);
  // Windows that are open say that it is unconfirmed.
  noteChange(db, customerId, 'money');
}
