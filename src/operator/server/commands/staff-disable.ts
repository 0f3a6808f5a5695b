import { transaction } from '#database/server/transaction.ts';
import { endStaffSessions } from '#staff/server/staff-sessions.ts';
import { withdrawRequestsOf } from '#staff/server/staff-store.ts';
import { voidTokens } from '#staff/server/staff-tokens.ts';
import type { Command } from '../command.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { readReason } from '../read-reason.ts';
import { recordAction } from '../record-action.ts';
import { keepAnAdmin, refuseOneself, requireStaff } from '../require-staff.ts';

/**
 * Locks a staff member out as soon as the command has answered, and withdraws their requests that nobody has decided on. Their actions stay
 * in the account.
 */
export const staffDisable: Command = {
  name: 'staff disable',
  words: ['EMAIL'],
  required: ['reason'],
  summary: 'Remove a staff member’s access; their sessions end and their waiting requests are withdrawn immediately',
  run: ({ db, operator }, { words, options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      const member = await requireStaff(tx, words[0] as string);
      refuseOneself(operator, member);
      await keepAnAdmin(tx, member);
      const gone = await tx.query(
        'UPDATE staff SET disabled_at = now() WHERE id = $1 AND disabled_at IS NULL RETURNING id',
        [member.id],
      );
      if (gone.length === 0) throw new CommandRefused('has_left', `${member.email} has already left.`);
      await voidTokens(tx, member.id);
      const sessions = await endStaffSessions(tx, member.id);
      const requests = await withdrawRequestsOf(tx, member.id);
      const details = { staff: member.id, reason, sessions, requests };
      await recordAction(tx, { operator, action: 'staff disable', details });
      return { lines: [`${member.email} no longer has access.`], json: { id: member.id, sessions, requests } };
    }),
};
