import { normaliseEmail } from '#auth/email.ts';
import type { Sql } from '#platform/server/database.ts';
import { readStaffByEmail, type StaffRecord } from '#staff/server/staff-store.ts';
import { CommandRefused } from './command.ts';
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
