import { transaction } from '#database/server/transaction.ts';
import { readEmail } from '#platform/typed/read-email.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { invitationHours } from '#staff/contract.ts';
import { type Role, roles } from '#staff/roles.ts';
import { oweInvitation } from '#staff/server/mail-templates.ts';
import { insertStaff } from '#staff/server/staff-store.ts';
import { giveToken, linkToJoin } from '#staff/server/staff-tokens.ts';
import { isName, readShownText } from '#platform/typed/read-name.ts';
import type { Command } from '../command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { authorOf, recordAction } from '../record-action.ts';

/** Invites a new member of staff. The link in the answer is for them alone: with it they choose a password and set up a second factor. */
export const staffInvite: Command = {
  name: 'staff invite',
  words: ['EMAIL'],
  required: ['role'],
  optional: ['name'],
  summary: `Invite someone to the console, as one of ${roles.join(', ')}; the link is valid for ${invitationHours} hours`,
  async run({ db, operator, consoleUrl }, { words, options }) {
    const address = requireEmail(words[0] as string);
    const role = readRole(options['role'] as string);
    const { id, token } = await transaction(db, async (tx) => {
      const id = uuidv7();
      // Vouched for if invited on the machine or by two people's decision: nobody vouches for an account invited by one person alone.
      const isVouched = operator.staffId === null || operator.requestId !== null;
      const name = readStaffName(options['name']) ?? address.slice(0, address.lastIndexOf('@'));
      const invited = { id, email: address, name, role, invitedBy: authorOf(operator).staffId, vouched: isVouched };
      if (!(await insertStaff(tx, invited))) {
        throw new CommandRefused(
          'known_address',
          `A staff member already has the address ${address}; "staff reset" invites them again.`,
        );
      }
      const token = operator.staffId === null ? await giveToken(tx, id, 'invitation', invitationHours * 60) : null;
      if (token === null) await oweInvitation(tx, id);
      await recordAction(tx, { operator, action: 'staff invite', details: { staff: id, role } });
      return { id, token };
    });
    const link = token && linkToJoin(consoleUrl, token, address);
    // In the console the link is emailed to the invited person, and not shown to the inviter.
    const sentence = link
      ? `${address} is invited as ${role}. This link is for them alone, valid for ${invitationHours} hours:`
      : `${address} is invited as ${role}, by email, for ${invitationHours} hours.`;
    return { lines: [sentence, ...(link ? [link] : [])], json: { id, email: address, role, link } };
  },
};

export function readRole(typed: string): Role {
  const role = roles.find((each) => each === typed);
  if (!role) throw new Mistyped(`Not a role: ${typed}. One of ${roles.join(', ')}.`);
  return role;
}

function readStaffName(typed = ''): string | null {
  const name = readShownText(typed);
  if (name !== '' && (!isName(name) || name.length > 120)) throw new Mistyped(`Not a name: ${typed}.`);
  return name || null;
}

function requireEmail(typed: string): string {
  const address = readEmail(typed);
  if (address === null) throw new Mistyped(`Not an email address: ${typed}.`);
  return address;
}
