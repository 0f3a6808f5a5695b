import { declareCommand } from '#commands/server/declaration.ts';
import { authorOf } from '#commands/server/operator.ts';
import { reason, staff, text, unrecorded, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { readMember, requireStaff } from '#staff/server/commands/member.ts';
import { assignCase, closeCase, insertCaseEvent, readCase } from '../case-store.ts';
import { aboutWhom, holdOpenCase, readWhom, theCase } from './case.ts';
import { wordsOf } from './words.ts';

const ofCompliance = { facts: aboutWhom, roles: ['compliance'], effect: null } as const;

export const caseAssign = declareCommand({
  ...ofCompliance,
  name: 'case assign',
  params: { ...theCase, staff: word(staff) },
  words: wordsOf('case assign'),
  facts: { ...aboutWhom, staff: 'staff' },
  read: async (on, typed) => ({ ...(await readWhom(on, typed)), ...(await readMember(on, typed)) }),
  async run({ tx, operator }, { case: caseId, staff: address }) {
    const { customerId } = await holdOpenCase(tx, caseId);
    const { id, name, email, role, disabledAt } = await requireStaff(tx, address);
    if (role !== 'compliance' || disabledAt !== null)
      throw new CommandRefused('not_of_compliance', `${email} does not work in compliance.`);
    await assignCase(tx, caseId, id);
    await insertCaseEvent(tx, { caseId, customerId, kind: 'assigned', by: authorOf(operator), about: name });
    return { outcome: 'assigned', facts: { customer: customerId, staff: id } };
  },
});

/** Adds a note to a case. Its text is not in the action log, which is permanent, so the note can be erased. */
export const caseNote = declareCommand({
  ...ofCompliance,
  name: 'case note',
  params: { ...theCase, text: unrecorded(text(2000)) },
  words: wordsOf('case note'),
  read: readWhom,
  async run({ tx, operator }, { case: caseId, text: words }) {
    const { customerId } = await holdOpenCase(tx, caseId);
    await insertCaseEvent(tx, { caseId, customerId, kind: 'note', by: authorOf(operator), words });
    return { outcome: 'added', facts: { customer: customerId } };
  },
});

export const caseClose = declareCommand({
  ...ofCompliance,
  name: 'case close',
  params: { ...theCase, reason },
  facts: { ...aboutWhom, decision: 'choice' },
  words: wordsOf('case close'),
  async read({ sql }, { case: typed }) {
    const found = await readCase(sql, typed);
    return found && { customer: found.customerId, decision: found.decision ?? '–' };
  },
  async run({ tx, operator }, { case: caseId, reason: words }) {
    const { customerId, decision } = await holdOpenCase(tx, caseId);
    if (!decision) throw new CommandRefused('undecided', 'Decide first: nothing, watch or freeze.');
    await closeCase(tx, caseId);
    await insertCaseEvent(tx, { caseId, customerId, kind: 'closed', by: authorOf(operator), words });
    return { outcome: 'closed', facts: { customer: customerId, decision } };
  },
});
