import { declareCommand } from '#commands/server/declaration.ts';
import { authorOf } from '#commands/server/operator.ts';
import { choice, optional, staff, text, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { typedName } from '#platform/typed/schemas.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { roles } from '#staff/roles.ts';
import { insertStaff } from '../staff-store.ts';
import { giveWayIn, whoDecidesOnStaff } from './member.ts';
import { wordsOf } from './words.ts';

/** Invites a new member of staff. The link is for them alone: with it they choose a password and set up a second factor. */
export const staffInvite = declareCommand({
  name: 'staff invite',
  params: { staff: word(staff), role: choice(roles), name: optional(text(120, typedName)) },
  facts: { staff: 'staff', name: 'text' },
  roles: ['admin'],
  effect: 'access',
  deciders: whoDecidesOnStaff,
  words: wordsOf('staff invite'),
  read: (_on, { staff: email, name = nameIn(email) }) => Promise.resolve({ name }),
  async run(on, { staff: email, role, name = nameIn(email) }) {
    const { tx, operator } = on;
    const id = uuidv7();
    // Vouched for if invited on the machine or by two people's decision: nobody vouches for an account invited by one person alone.
    const vouched = operator.staffId === null || operator.requestId !== null;
    if (!(await insertStaff(tx, { id, email, name, role, invitedBy: authorOf(operator).staffId, vouched }))) {
      const sentence = `A staff member already has the address ${email}; "staff reset" invites them again.`;
      throw new CommandRefused('known_address', sentence);
    }
    return { ...(await giveWayIn(on, { id, email })), facts: { staff: id, name } };
  },
});

const nameIn = (email: string): string => email.slice(0, email.lastIndexOf('@'));
