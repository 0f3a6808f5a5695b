import { declareCommand } from '#commands/server/declaration.ts';
import { reason, staff, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { oweNewPassword } from '../mail-templates.ts';
import { mayChoosePassword } from '../staff-store.ts';
import { requireOther } from './member.ts';
import { wordsOf } from './words.ts';

/**
 * Mails a member a link for choosing another password. One admin is enough: with the link alone nobody gets in, as the member's own second
 * factor follows.
 */
export const staffPassword = declareCommand({
  name: 'staff password',
  params: { staff: word(staff), reason },
  facts: { staff: 'staff' },
  roles: ['admin'],
  effect: null,
  words: wordsOf('staff password'),
  async run(on, { staff: address }) {
    const member = await requireOther(on, address);
    if (!mayChoosePassword(member))
      throw new CommandRefused(
        'no_factor',
        `${member.email} has no password or no second factor: "staff reset" invites them again.`,
      );
    await oweNewPassword(on.tx, member.email);
    return { outcome: 'mailed', facts: { staff: member.id } };
  },
});
