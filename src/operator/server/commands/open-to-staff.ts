import { randomUUID } from 'node:crypto';
import { type Declared, declareCommand } from '#commands/server/declaration.ts';
import { customer, reason, word } from '#commands/server/params.ts';
import type { SecurityChange } from '#ledger/server/domain-events.ts';
import type { Role } from '#staff/roles.ts';
import { aboutCustomer, holdCustomer, readCustomer } from '#commands/server/customer.ts';
import { wordsOf } from './customer-words.ts';

/** How long the person who opened something of a customer's may look at it; afterwards they have to give a reason again. */
export const minutesOpen = 15;

/** Opens a customer's view, read-only, to the operator who asks. */
export const customerView = opening('customer view', 'account_viewed', ['support', 'compliance']);

/** Opens the file of all data held on a customer to the operator who asks; it is generated when fetched, so no copy lies about. */
export const customerExport = opening('customer export', 'data_exported', ['compliance']);

/** The customer is notified immediately; the reason goes to the action log. */
function opening(
  name: 'customer view' | 'customer export',
  change: SecurityChange['change'],
  roles: readonly Role[],
): Declared {
  return declareCommand({
    name,
    params: { customer: word(customer), reason },
    facts: aboutCustomer,
    roles,
    effect: null,
    words: wordsOf(name),
    read: readCustomer,
    async run({ tx, events }, { customer: email }) {
      const { id } = await holdCustomer(tx, email);
      await events.onSecurityChange(tx, { customerId: id, change, cause: `${change}:${randomUUID()}`, device: null });
      return { outcome: 'open', facts: { customer: id } };
    },
  });
}
