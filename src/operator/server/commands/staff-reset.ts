import { transaction } from '#database/server/transaction.ts';
import { invitationHours } from '#staff/contract.ts';
import { removeFactors } from '#staff/server/staff-factors.ts';
import { endStaffSessions } from '#staff/server/staff-sessions.ts';
import { oweInvitation, oweStaffChange } from '#staff/server/mail-templates.ts';
import { withdrawRequestsOf } from '#staff/server/staff-store.ts';
import { giveToken, linkToJoin, voidTokens } from '#staff/server/staff-tokens.ts';
import type { Command } from '../command.ts';
import { readReason } from '../read-reason.ts';
import { recordAction } from '../record-action.ts';
import { refuseOneself, requireStaff } from '../require-staff.ts';

/** For a staff member who lost password or second factor and was identified by other means; also readmits one who had left. */
export const staffReset: Command = {
  name: 'staff reset',
  words: ['EMAIL'],
  required: ['reason'],
  summary:
    'Remove a staff member’s password and second factors, withdraw their waiting requests, and invite them again',
  run: ({ db, operator, consoleUrl }, { words, options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      const member = await requireStaff(tx, words[0] as string);
      refuseOneself(operator, member);
      await tx.query(
        `UPDATE staff SET password_hash = NULL, oidc_subject = NULL, joined_at = NULL, disabled_at = NULL, invited_at = now()
         WHERE id = $1`,
        [member.id],
      );
      await removeFactors(tx, member.id);
      await endStaffSessions(tx, member.id);
      await withdrawRequestsOf(tx, member.id);
      await voidTokens(tx, member.id);
      const token =
        operator.staffId === null ? await giveToken(tx, member.id, 'invitation', invitationHours * 60) : null;
      if (token === null) await oweInvitation(tx, member.id);
      await oweStaffChange(tx, member.id, 'reset');
      await recordAction(tx, { operator, action: 'staff reset', details: { staff: member.id, reason } });
      const link = token && linkToJoin(consoleUrl, token, member.email);
      const sentence = link
        ? `${member.email} is invited again. This link is for them alone, valid for ${invitationHours} hours:`
        : `${member.email} is invited again, by email, for ${invitationHours} hours.`;
      return { lines: [sentence, ...(link ? [link] : [])], json: { id: member.id, link } };
    }),
};
