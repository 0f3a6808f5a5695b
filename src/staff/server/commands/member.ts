import { normaliseEmail } from '#auth/email.ts';
import type { Looking, Running } from '#commands/server/declaration.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import type { Sql, Tx } from '#database/server/database.ts';
import { invitationHours } from '#staff/contract.ts';
import type { Role } from '#staff/roles.ts';
import { oweInvitation } from '../mail-templates.ts';
import { endStaffSessions } from '../staff-sessions.ts';
import { readStaffByEmail, type StaffRecord, withdrawRequestsOf } from '../staff-store.ts';
import { giveToken, linkToJoin } from '../staff-tokens.ts';

/** Whoever changes the staff is an admin; that it is done with reason, compliance can judge as well. */
export const whoDecidesOnStaff: readonly Role[] = ['admin', 'compliance'];

/** Finds a member of staff by address. */
export async function requireStaff(sql: Sql, email: string): Promise<StaffRecord> {
  const member = await readStaffByEmail(sql, normaliseEmail(email));
  if (!member) throw new CommandRefused('unknown_staff', `No staff member has the address ${email}.`);
  return member;
}

/** For the person who decides: who it is about. */
export async function readMember({ sql }: Looking, { staff }: { staff: string }): Promise<{ staff: string } | null> {
  const member = await readStaffByEmail(sql, staff);
  return member && { staff: member.id };
}

/** What whoever decides knows of them besides: the role, and when they were last here. */
export const standingFacts = { has: 'choice', seen: 'moment' } as const;

export async function readStandingOf(
  { sql }: Looking,
  { staff }: { staff: string },
): Promise<Partial<Record<keyof typeof standingFacts, string>> | null> {
  const member = await readStaffByEmail(sql, staff);
  return member && { has: member.role, ...(member.seenAt && { seen: member.seenAt.toISOString() }) };
}

/** Finds the member whom others may change, and who neither changes nor asks to change themselves. */
export async function requireOther({ tx, operator }: Running, email: string): Promise<StaffRecord> {
  const member = await requireStaff(tx, email);
  if (operator.staffId === member.id || operator.maker?.staffId === member.id)
    throw new CommandRefused('oneself', 'This concerns you, so someone else has to do it.');
  return member;
}

/**
 * Refuses to take the last admin away: nobody could invite or readmit anybody any more. The admins' rows are locked, so that of two who are
 * taken away concurrently one stays.
 *
 * @throws CommandRefused `last_admin`
 */
export async function keepAnAdmin(tx: Tx, { id, email }: StaffRecord): Promise<void> {
  const admins = await tx.query<{ id: string }>(
    `SELECT id FROM staff WHERE role = 'admin' AND disabled_at IS NULL AND joined_at IS NOT NULL ORDER BY id FOR UPDATE`,
  );
  if (admins.length === 1 && admins[0]?.id === id)
    throw new CommandRefused('last_admin', `${email} is the last admin: invite another one first.`);
}

/** Ends what a member has begun: their sessions, and what they asked for and nobody has decided on. */
export async function endWork(tx: Tx, id: string): Promise<{ sessions: string; requests: string }> {
  const sessions = await endStaffSessions(tx, id);
  return { sessions: String(sessions), requests: String(await withdrawRequestsOf(tx, id)) };
}

/** Gives the way in: on the machine as a link to hand over, in the console as a mail that the inviter does not see. */
export async function giveWayIn(
  { tx, operator, consoleUrl }: Running,
  { id, email }: Pick<StaffRecord, 'id' | 'email'>,
): Promise<{ outcome: 'mailed' | 'linked'; shown?: { lines: string[]; json: { link: string } } }> {
  if (operator.staffId !== null) {
    await oweInvitation(tx, id);
    return { outcome: 'mailed' };
  }
  const token = await giveToken(tx, id, 'invitation', invitationHours * 60);
  const link = linkToJoin(consoleUrl, token, email);
  return { outcome: 'linked', shown: { lines: [link], json: { link } } };
}
