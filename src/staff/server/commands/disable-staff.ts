import { declareCommand } from '#commands/server/declaration.ts';
import { reason, staff, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { voidTokens } from '../staff-tokens.ts';
import {
  endWork,
  keepAnAdmin,
  readMember,
  readStandingOf,
  requireOther,
  standingFacts,
  whoDecidesOnStaff,
} from './member.ts';
import { wordsOf } from './words.ts';

/**
 * Locks a staff member out as soon as the command has answered, and withdraws their requests that nobody has decided on. Their actions stay
 * in the account.
 */
export const staffDisable = declareCommand({
  name: 'staff disable',
  params: { staff: word(staff), reason },
  facts: { ...standingFacts, staff: 'staff', sessions: 'text', requests: 'text' },
  roles: ['admin'],
  effect: 'access',
  isDestructive: true,
  deciders: whoDecidesOnStaff,
  words: wordsOf('staff disable'),
  read: readMember,
  stands: readStandingOf,
  async run(on, { staff: address }) {
    const { tx } = on;
    const member = await requireOther(on, address);
    await keepAnAdmin(tx, member);
    const gone = await tx.query(
      'UPDATE staff SET disabled_at = now() WHERE id = $1 AND disabled_at IS NULL RETURNING id',
      [member.id],
    );
    if (gone.length === 0) throw new CommandRefused('has_left', `${member.email} has already left.`);
    await voidTokens(tx, member.id);
    return { outcome: 'disabled', facts: { staff: member.id, ...(await endWork(tx, member.id)) } };
  },
});
