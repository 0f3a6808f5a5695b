import { readFrozenSince, unfreezeCustomer } from '#ledger/server/freeze.ts';
import { freeze, freezing } from '#wallet/server/freeze-customer.ts';
import { countParked, releaseWithdrawals } from '#wallet/server/park-withdrawals.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { customer, number, optional, reason, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { aboutCustomer, readCustomer, readHistory, requireCustomer } from '#commands/server/customer.ts';
import { wordsOf } from './customer-words.ts';

/** The longest that one person may freeze a customer alone. */
const mostHours = 24;

/**
 * Freezes a customer's money: once the command has answered, nothing leaves, including queued withdrawals, and nothing opens. The customer
 * is told of the freeze; the reason is only in the journal. With `hours` it ends automatically, and takes effect without waiting for
 * anybody; repeating the command without them while it lasts makes it indefinite, which takes two people.
 */
export const customerFreeze = declareCommand({
  name: 'customer freeze',
  params: { customer: word(customer), reason, hours: optional(number(mostHours)) },
  facts: { ...aboutCustomer, parked: 'number', sent: 'number', prolonged: 'text' },
  roles: ['support', 'payments', 'compliance'],
  effect: 'money',
  isDestructive: true,
  effectOf: ({ hours }) => (hours === undefined ? 'money' : null),
  words: wordsOf('customer freeze'),
  read: readCustomer,
  stands: readHistory,
  async run({ tx, events }, { customer: email, hours }) {
    return freeze(tx, await requireCustomer(tx, email), hours ?? null, events);
  },
});

export const customerUnfreeze = declareCommand({
  name: 'customer unfreeze',
  params: { customer: word(customer), reason },
  facts: { ...aboutCustomer, released: 'number', frozen: 'moment', held: 'number' },
  roles: ['compliance', 'payments'],
  effect: 'money',
  words: wordsOf('customer unfreeze'),
  read: readCustomer,
  async stands(on, { customer: typed }) {
    const { id } = await requireCustomer(on.sql, typed);
    const frozen = await readFrozenSince(on.sql, id);
    const held = String(await countParked(on.sql, id));
    return frozen && { frozen: frozen.toISOString(), held, ...(await readHistory(on, { customer: typed })) };
  },
  async run({ tx, events }, { customer: typed }) {
    const { id, email } = await requireCustomer(tx, typed);
    if (!(await unfreezeCustomer(tx, id))) throw new CommandRefused('not_frozen', `${email} is not frozen.`);
    const released = await releaseWithdrawals(tx, id);
    await events.onSecurityChange(tx, freezing(id, 'account_unfrozen'));
    return { outcome: 'unfrozen', facts: { customer: id, released: String(released) } };
  },
});
