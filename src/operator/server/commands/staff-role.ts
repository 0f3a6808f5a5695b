import { transaction } from '#database/server/transaction.ts';
import { endStaffSessions } from '#staff/server/staff-sessions.ts';
import { withdrawRequestsOf } from '#staff/server/staff-store.ts';
import type { Command } from '../command.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { recordAction } from '../record-action.ts';
import { keepAnAdmin, refuseOneself, requireStaff } from '../require-staff.ts';
import { readRole } from './staff-invite.ts';

/** Changes a staff member's role from now on. What they asked for in the old one, and nobody has decided on, is withdrawn. */
export const staffRole: Command = {
  name: 'staff role',
  words: ['EMAIL', 'ROLE'],
  optional: ['was'],
  summary: 'Change a staff member’s role; their sessions end and their waiting requests are withdrawn',
  pin: async ({ db }, { words }) => ({ was: (await requireStaff(db, words[0] as string)).role }),
  run: ({ db, operator }, { words, options }) =>
    transaction(db, async (tx) => {
      const role = readRole(words[1] as string);
      const member = await requireStaff(tx, words[0] as string);
      refuseOneself(operator, member);
      if (options['was'] !== undefined && options['was'] !== member.role)
        throw new CommandRefused(
          'changed_meanwhile',
          `${member.email} is ${member.role} by now, not ${options['was']}: ask again.`,
        );
      if (role !== 'admin') await keepAnAdmin(tx, member);
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
