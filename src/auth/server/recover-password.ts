import { Refusal } from '#platform/refusal.ts';
import type { Database } from '#platform/server/database.ts';
import type { Asked } from '#platform/server/serve.ts';
import type { recoverPassword as contract } from '../contract.ts';
import { normaliseEmail } from '../email.ts';
import { count, type Limit } from '#platform/server/attempts.ts';
import { networkOf } from '#platform/server/network-of.ts';
import { oweRecovery } from './owed-mails.ts';

const hour = 60 * 60;
export const recoveriesByEmail: Limit = { name: 'recover_email', most: 5, seconds: hour };
export const recoveriesByNetwork: Limit = { name: 'recover_network', most: 50, seconds: hour };

/**
 * The same two counts and the same one row for every address, whether or not it has an account: nothing that differs is
 * done before the answer, nor by the call at all.
 */
export async function recoverPassword(
  db: Database,
  { body, address }: Pick<Asked<typeof contract>, 'body' | 'address'>,
): Promise<void> {
  const email = normaliseEmail(body.email);
  await count(db, recoveriesByNetwork, networkOf(address));
  if (await isOneMore(db, email)) await oweRecovery(db, email);
}

/** Who has asked often enough has had the mails: the answer is the same, and no further one is owed (api.md: “202 always”). */
async function isOneMore(db: Database, email: string): Promise<boolean> {
  try {
    await count(db, recoveriesByEmail, email);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
