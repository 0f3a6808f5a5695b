import { normaliseEmail } from '#auth/email.ts';
import { requireGoodPassword } from '#auth/server/require-good-password.ts';
import { count, countAll, type Limit } from '#http/server/attempts.ts';
import type { Database } from '#database/server/database.ts';
import { networkOf } from '#http/server/network-of.ts';
import { transaction } from '#database/server/transaction.ts';
import { refuseStaff } from '../refusals.ts';
import { type FirstStep, giveTicket, joinsByNetwork } from './log-in-staff.ts';
import { oweNewPassword, oweStaffChange } from './mail-templates.ts';
import type { StaffParts } from './staff-parts.ts';
import { type Arrival, endStaffSessions } from './staff-sessions.ts';
import { lockStaff, mayChoosePassword, readStaff, setStaffPassword } from './staff-store.ts';
import { readToken, spendToken, voidTokens } from './staff-tokens.ts';

/** Asking for a link costs a mail: few for one address, and for a network what an office asks. */
export const forgottenByEmail: Limit = { name: 'staff_forgot', most: 5, seconds: 60 * 60 };
export const forgottenByNetwork: Limit = { name: 'staff_forgot_network', most: 60, seconds: 60 * 60 };

/**
 * Mails a link for choosing another password, if somebody has one under this address; whose it is, is looked up when it is sent.
 *
 * @throws Refusal `too_many_attempts`
 */
export async function forgetPassword(
  db: Database,
  typed: string,
  { address }: Pick<Arrival, 'address'>,
): Promise<void> {
  const email = normaliseEmail(typed);
  await countAll(db, [forgottenByEmail, email], [forgottenByNetwork, networkOf(address)]);
  await oweNewPassword(db, email);
}

/**
 * Takes another password by a mailed link, which alone lets nobody in: all sessions end, and what follows is the member's own factor.
 *
 * @throws Refusal `invitation_invalid`, `password_too_common`, `password_too_personal`, `too_many_attempts`
 */
export async function chooseStaffPassword(
  db: Database,
  parts: StaffParts,
  taken: { token: string; password: string },
  { address }: Pick<Arrival, 'address'>,
): Promise<FirstStep> {
  const network = networkOf(address);
  const staffId = await readToken(db, taken.token, 'invitation');
  const member = staffId ? await readStaff(db, staffId) : null;
  if (!member || !mayChoosePassword(member)) {
    await count(db, joinsByNetwork, network);
    throw refuseStaff('invitation_invalid');
  }
  await requireGoodPassword(parts.passwords, taken.password, member);
  const hash = await parts.passwords.hash(taken.password, network);
  return transaction(db, async (tx) => {
    const id = await spendToken(tx, taken.token, 'invitation');
    const held = id ? await lockStaff(tx, id) : null;
    if (!held || !mayChoosePassword(held) || !(await setStaffPassword(tx, held.id, held.name, hash)))
      throw refuseStaff('invitation_invalid');
    await voidTokens(tx, held.id);
    await endStaffSessions(tx, held.id);
    await oweStaffChange(tx, held.id, 'password');
    await parts.record(tx, { staffId: held.id, address }, 'password chosen', {});
    return giveTicket(tx, parts, held);
  });
}
