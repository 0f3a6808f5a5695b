import { declareCommand } from '#commands/server/declaration.ts';
import { choice, pinned, staff, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { roles } from '#staff/roles.ts';
import {
  endWork,
  keepAnAdmin,
  readMember,
  readStandingOf,
  requireOther,
  requireStaff,
  standingFacts,
  whoDecidesOnStaff,
} from './member.ts';
import { wordsOf } from './words.ts';

/** Changes a staff member's role from now on. What they asked for in the old one, and nobody has decided on, is withdrawn. */
export const staffRole = declareCommand({
  name: 'staff role',
  params: { staff: word(staff), role: word(choice(roles)), was: pinned(choice(roles)) },
  facts: { ...standingFacts, staff: 'staff' },
  replaces: { role: 'was' },
  roles: ['admin'],
  effect: 'access',
  deciders: whoDecidesOnStaff,
  words: wordsOf('staff role'),
  read: readMember,
  stands: readStandingOf,
  pin: async ({ sql }, { staff: address }) => ({ was: (await requireStaff(sql, address)).role }),
  async run(on, { staff: address, role, was }) {
    const { tx } = on;
    const member = await requireOther(on, address);
    if (was !== undefined && was !== member.role)
      throw new CommandRefused('changed_meanwhile', `${member.email} is ${member.role} by now, not ${was}: ask again.`);
    if (role !== 'admin') await keepAnAdmin(tx, member);
    const changed = await tx.query(
      'UPDATE staff SET role = $2 WHERE id = $1 AND role = $3 AND role <> $2 AND disabled_at IS NULL RETURNING id',
      [member.id, role, member.role],
    );
    if (changed.length === 0)
      throw new CommandRefused('not_changed', `${member.email} is ${member.role}, or has left.`);
    await endWork(tx, member.id);
    return { outcome: 'changed', facts: { staff: member.id }, was: { role: member.role } };
  },
});
