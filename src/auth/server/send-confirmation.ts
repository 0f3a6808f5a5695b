import type { Database } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import type { sendConfirmation as contract } from '../contract.ts';
import { refuseAuth } from '../refusals.ts';
import { count, type Limit } from '#http/server/attempts.ts';
import { readAddressee } from './mailbox-store.ts';
import { oweConfirmation } from './owed-mails.ts';

export const confirmationsByCustomer: Limit = { name: 'confirm_send', most: 5, seconds: 60 * 60 };

/** Sends another email with another link, for a customer who never received the first. */
export async function sendConfirmation(
  db: Database,
  { investor }: Pick<CallRequest<typeof contract>, 'investor'>,
): Promise<void> {
  const customer = await readAddressee(db, investor.id);
  if (customer?.isEmailConfirmed) throw refuseAuth('email_already_confirmed');
  await count(db, confirmationsByCustomer, investor.id);
  await oweConfirmation(db, investor.id);
}
