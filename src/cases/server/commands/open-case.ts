import { insertCase, insertCaseEvent } from '../case-store.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { authorOf } from '#commands/server/operator.ts';
import { customer, reason, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { aboutCustomer, holdCustomer, readCustomer } from '#commands/server/customer.ts';
import { wordsOf } from './words.ts';

/** Opens a case by hand; a customer has at most one open case. */
export const caseOpen = declareCommand({
  name: 'case open',
  params: { customer: word(customer), reason },
  facts: { ...aboutCustomer, case: 'id' },
  roles: ['compliance'],
  effect: null,
  words: wordsOf('case open'),
  read: readCustomer,
  async run({ tx, operator }, { customer: typed, reason: words }) {
    const { id: customerId, email } = await holdCustomer(tx, typed);
    const by = authorOf(operator);
    const caseId = await insertCase(tx, customerId, by.staffId);
    if (caseId === null) throw new CommandRefused('already_open', `A case about ${email} is already open.`);
    await insertCaseEvent(tx, { caseId, customerId, kind: 'opened', by, words });
    return { outcome: 'opened', facts: { customer: customerId, case: caseId } };
  },
});
