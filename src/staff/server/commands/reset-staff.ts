import { declareCommand } from '#commands/server/declaration.ts';
import { reason, staff, word } from '#commands/server/params.ts';
import { oweStaffChange } from '../mail-templates.ts';
import { removeFactors } from '../staff-factors.ts';
import { voidTokens } from '../staff-tokens.ts';
import {
  endWork,
  giveWayIn,
  readMember,
  readStandingOf,
  requireOther,
  standingFacts,
  whoDecidesOnStaff,
} from './member.ts';
import { wordsOf } from './words.ts';

/** For a staff member who lost password or second factor and was identified by other means; also readmits one who had left. */
export const staffReset = declareCommand({
  name: 'staff reset',
  params: { staff: word(staff), reason },
  facts: { ...standingFacts, staff: 'staff' },
  roles: ['admin'],
  effect: 'access',
  isDestructive: true,
  deciders: whoDecidesOnStaff,
  words: wordsOf('staff reset'),
  read: readMember,
  stands: readStandingOf,
  async run(on, { staff: address }) {
    const { tx } = on;
    const member = await requireOther(on, address);
    await tx.query(
      `UPDATE staff SET password_hash = NULL, oidc_subject = NULL, joined_at = NULL, disabled_at = NULL, invited_at = now()
       WHERE id = $1`,
      [member.id],
    );
    await removeFactors(tx, member.id);
    await voidTokens(tx, member.id);
    await endWork(tx, member.id);
    await oweStaffChange(tx, member.id, 'reset');
    return { ...(await giveWayIn(on, member)), facts: { staff: member.id } };
  },
});
