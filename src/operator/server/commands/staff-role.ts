import { transaction } from '#platform/server/transaction.ts';
import { endStaffSessions } from '#staff/server/staff-sessions.ts';
import { withdrawRequestsOf } from '#staff/server/staff-store.ts';
import { type Command, CommandRefused } from '../command.ts';
import { recordAction } from '../record-action.ts';
import { refuseOneself, requireStaff } from '../require-staff.ts';
import { readRole } from './staff-invite.ts';

/** Changes a staff member's role from now on. What they asked for in the old one, and nobody has decided on, is withdrawn. */
export const staffRole: Command = {
  name: 'staff role',
  words: ['EMAIL', 'ROLE'],
  summary: 'Change a staff member’s role; their sessions end and their waiting requests are withdrawn',
  run: ({ db, operator }, { words }) =>
    transaction(db, async (tx) => {
      const role = readRole(words[1] as string);
      const member = await requireStaff(tx, words[0] as string);
      refuseOneself(operator, member);
      const changed = await tx.query(
        'UPDATE staff SET role = $2 WHERE id = $1 AND role = $3 AND role <> $2 AND disabled_at IS NULL RETURNING id',
        [member.id, role, member.role],
      );
      if (changed.length === 0)
        throw new CommandRefused('not_changed', `${member.email} is ${member.role}, or has left.`);
      await endStaffSessions(tx, member.id);
      await withdrawRequestsOf(tx, member.id);
      const [was, isNow] = [{ role: member.role }, { role }];
      await recordAction(tx, { operator, action: 'staff role', details: { staff: member.id }, was, isNow });
      return { lines: [`${member.email} is now ${role}.`], json: { id: member.id, role } };
    }),
};
