import { type Happenings, nobodyListens } from '#ledger/server/happenings.ts';
import type { Database } from '#platform/server/database.ts';
import type { Asked } from '#platform/server/serve.ts';
import { transaction } from '#platform/server/transaction.ts';
import type { resetPassword as contract } from '../contract.ts';
import { refuseAuth } from '../refusals.ts';
import { count, type Limit } from '#platform/server/attempts.ts';
import { tellPasswordChanged } from './change-password.ts';
import { isCommonPassword } from './common-password.ts';
import { replacePassword } from './mailbox-store.ts';
import { readTokenOwner, spendToken } from './mailed-token-store.ts';
import { networkOf } from '#platform/server/network-of.ts';
import { owePasswordChanged } from './owed-mails.ts';
import type { PasswordWork } from './password-work.ts';
import { isTokenShaped } from '#platform/server/secret-token.ts';
import { endSessionsOf } from './session-store.ts';

export const resetsByNetwork: Limit = { name: 'reset_network', most: 50, seconds: 60 * 60 };

/**
 * Whoever reads the customer's mail sets a new password: once, and every session of before is over. They are not let in by
 * it; they log in with what they chose. The link proves the address as well as the one that was made for it.
 */
export async function resetPassword(
  db: Database,
  passwords: PasswordWork,
  { body, address }: Pick<Asked<typeof contract>, 'body' | 'address'>,
  happenings: Pick<Happenings, 'onSecurityChange'> = nobodyListens,
): Promise<void> {
  await count(db, resetsByNetwork, networkOf(address));
  const { token, password } = body;
  if (!isTokenShaped(token) || !(await readTokenOwner(db, 'reset', token))) throw refuseAuth('token_invalid');
  if (isCommonPassword(password)) throw refuseAuth('password_too_common');
  const passwordHash = await passwords.hash(password);

  await transaction(db, async (tx) => {
    const customerId = await spendToken(tx, 'reset', token);
    if (!customerId) throw refuseAuth('token_invalid');
    // The password before the sessions: a login by the old one either came before and is ended, or fails.
    await replacePassword(tx, customerId, passwordHash);
    await endSessionsOf(tx, customerId);
    await owePasswordChanged(tx, customerId);
    await tellPasswordChanged(tx, customerId, happenings);
  });
}
