import { normaliseEmail } from '#auth/email.ts';
import type { Sql, Tx } from '#database/server/database.ts';
import { readStaffByEmail, type StaffRecord } from '#staff/server/staff-store.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import type { Operator } from './record-action.ts';

/** Finds a member of staff by address. */
export async function requireStaff(sql: Sql, email: string): Promise<StaffRecord> {
  const member = await readStaffByEmail(sql, normaliseEmail(email));
  if (!member) throw new CommandRefused('unknown_staff', `No staff member has the address ${email}.`);
  return member;
}

/** Refuses actions that staff may take on others but neither take nor request on themselves. */
export function refuseOneself({ staffId, maker }: Operator, { id }: StaffRecord): void {
  if (staffId === id || maker?.staffId === id)
    throw new CommandRefused('oneself', 'This concerns you, so someone else has to do it.');
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
