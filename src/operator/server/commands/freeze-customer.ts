import { randomUUID } from 'node:crypto';
import type { DomainEvents, SecurityChange } from '#ledger/server/domain-events.ts';
import {
  freezeCustomer,
  keepFrozen,
  readFrozenSince,
  unfreezeCustomer,
  wasFrozenForHoursLately,
} from '#ledger/server/freeze.ts';
import type { Tx } from '#database/server/database.ts';
import { countParked, parkWithdrawals, releaseWithdrawals } from '#wallet/server/park-withdrawals.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { customer, number, optional, reason, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { aboutCustomer, type CustomerRow, readCustomer, requireCustomer } from './customer.ts';
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
  effectOf: ({ hours }) => (hours === undefined ? 'money' : null),
  words: wordsOf('customer freeze'),
  read: readCustomer,
  async run({ tx, events }, { customer: email, hours }) {
    return freeze(tx, await requireCustomer(tx, email), hours ?? null, events);
  },
});

/** Freezes a customer in the caller's transaction, for hours or, with null, until somebody ends it. */
export async function freeze(
  tx: Tx,
  { id, email }: Pick<CustomerRow, 'id' | 'email'>,
  hours: number | null,
  events: DomainEvents,
) {
  if (hours !== null) await refuseLonger(tx, id, email);
  if (await freezeCustomer(tx, id, hours)) {
    const { parked, sent } = await parkWithdrawals(tx, id);
    await events.onSecurityChange(tx, changed(id, 'account_frozen'));
    const outcome = hours === null ? 'frozen' : 'frozen_for_hours';
    return { outcome, facts: { customer: id, parked: String(parked), sent: String(sent) } };
  }
  const isKept = hours === null && (await keepFrozen(tx, id));
  if (!isKept) throw new CommandRefused('already_frozen', `${email} is already frozen.`);
  return { outcome: 'prolonged', facts: { customer: id, prolonged: 'true' } };
}

export const customerUnfreeze = declareCommand({
  name: 'customer unfreeze',
  params: { customer: word(customer), reason },
  facts: { ...aboutCustomer, released: 'number', since: 'moment', held: 'number' },
  roles: ['compliance', 'payments'],
  effect: 'money',
  words: wordsOf('customer unfreeze'),
  read: readCustomer,
  async stands({ sql }, { customer: typed }) {
    const { id } = await requireCustomer(sql, typed);
    const since = await readFrozenSince(sql, id);
    return since && { since: since.toISOString(), held: String(await countParked(sql, id)) };
  },
  async run({ tx, events }, { customer: typed }) {
    const { id, email } = await requireCustomer(tx, typed);
    if (!(await unfreezeCustomer(tx, id))) throw new CommandRefused('not_frozen', `${email} is not frozen.`);
    const released = await releaseWithdrawals(tx, id);
    await events.onSecurityChange(tx, changed(id, 'account_unfrozen'));
    return { outcome: 'unfrozen', facts: { customer: id, released: String(released) } };
  },
});

/** Freezes of hours in a row would amount to one longer than a day, which takes two people. */
async function refuseLonger(tx: Tx, id: string, email: string): Promise<void> {
  if (!(await wasFrozenForHoursLately(tx, id))) return;
  const sentence = `${email} was already frozen for hours in the last two days: freeze them without --hours.`;
  throw new CommandRefused('frozen_lately', sentence);
}

function changed(customerId: string, change: 'account_frozen' | 'account_unfrozen'): SecurityChange {
  return { customerId, change, cause: `${change}:${randomUUID()}`, device: null };
}
