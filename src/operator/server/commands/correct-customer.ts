import * as z from 'zod/mini';
import { isOfTheSandbox } from '#auth/email.ts';
import { declareCommand, type Running } from '#commands/server/declaration.ts';
import {
  address,
  choice,
  customer,
  evidence,
  pinned,
  reason,
  text,
  unrecorded,
  word,
} from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { isName, readShownText } from '#platform/typed/read-name.ts';
import { readPhone } from '#platform/typed/read-phone.ts';
import { readSetting } from '#settings/server/settings.ts';
import {
  addressWaitHours,
  type CorrectedField,
  insertCorrection,
  isAddressTaken,
  keepAsItIs,
} from '../customer-corrections.ts';
import {
  aboutCustomer,
  type CustomerRow,
  holdCustomer,
  readCustomer,
  readHistory,
  requireCustomer,
} from '#commands/server/customer.ts';
import { wordsOf } from './customer-words.ts';

const fields = ['name', 'phone'] as const;
const corrected = { ...aboutCustomer, change: 'id', takesEffect: 'moment' } as const;

/**
 * Corrects a mistyped address. Nothing changes yet: the old address is notified and has a waiting time in which to object. The reason
 * states the proof that the customer wants it; the addresses themselves are kept out of the action log, which is permanent.
 */
export const customerAddress = declareCommand({
  name: 'customer address',
  params: {
    customer: word(customer),
    becomes: word(unrecorded({ ...address, schema: address.schema.check(z.refine((to) => !isOfTheSandbox(to))) })),
    reason,
    was: pinned(address),
  },
  facts: corrected,
  roles: ['support', 'compliance'],
  effect: 'access',
  isDestructive: true,
  words: wordsOf('customer address'),
  read: readCustomer,
  stands: readHistory,
  pin: async ({ sql }, { customer: email }) => ({ was: (await requireCustomer(sql, email)).email }),
  async run(on, { customer: typed, becomes }) {
    const found = await holdCustomer(on.tx, typed);
    if (becomes === found.email || (await isAddressTaken(on.tx, becomes)))
      throw new CommandRefused('address_taken', `A customer already has the address ${becomes}.`);
    return correct(on, found, { field: 'email', becomes });
  },
});

/**
 * Corrects a customer's name or telephone number, on evidence and after the same waiting time as a mistyped address: the customer is
 * notified, and anyone in support can stop it. The old and new values are kept out of the action log, which is permanent.
 */
export const customerCorrect = declareCommand({
  name: 'customer correct',
  params: {
    customer: word(customer),
    field: word(choice(fields)),
    becomes: word(unrecorded(text(120))),
    evidence,
    reason,
    was: pinned(text(120)),
  },
  facts: corrected,
  roles: ['support', 'compliance'],
  effect: 'access',
  words: wordsOf('customer correct'),
  read: readCustomer,
  stands: readHistory,
  pin: async ({ sql }, { customer: email, field }) => ({ was: (await requireCustomer(sql, email))[field] }),
  async run(on, { customer: email, field, becomes: typed, was }) {
    const becomes = field === 'phone' ? readPhone(typed) : readShownText(typed);
    if (becomes === null || (field === 'name' && !isName(becomes)))
      throw new CommandRefused(`not_a_${field}`, `"${typed}" is not a valid ${field}.`);
    const found = await holdCustomer(on.tx, email);
    if (found[field] === becomes) throw new CommandRefused('the_same', `The ${field} is already ${becomes}.`);
    if (was !== undefined && found[field] !== was)
      throw new CommandRefused('changed_meanwhile', `The ${field} has changed since it was asked for: ask again.`);
    return correct(on, found, { field, becomes });
  },
});

/** Records an objection by the customer, or by the reader of the old address: the address is not changed. */
export const customerKeepAddress = declareCommand({
  name: 'customer keep-address',
  params: { customer: word(customer), reason },
  facts: { ...aboutCustomer, change: 'id' },
  roles: ['support', 'compliance'],
  effect: null,
  words: wordsOf('customer keep-address'),
  read: readCustomer,
  run: (on, { customer: email }) => keep(on, email, 'email'),
});

/** Records an objection: the value stays as it is. */
export const customerKeepDetails = declareCommand({
  name: 'customer keep-details',
  params: { customer: word(customer), field: word(choice(fields)), reason },
  facts: { ...aboutCustomer, change: 'id' },
  roles: ['support', 'compliance'],
  effect: null,
  words: wordsOf('customer keep-details'),
  read: readCustomer,
  run: (on, { customer: email, field }) => keep(on, email, field),
});

async function correct(
  { tx, mode, events }: Pick<Running, 'tx' | 'mode' | 'events'>,
  { id: customerId, email }: CustomerRow,
  { field, becomes }: { field: CorrectedField; becomes: string },
) {
  const hours = await readSetting(tx, addressWaitHours, mode);
  const made = await insertCorrection(tx, { customerId, field, becomes, hours });
  if (!made)
    throw new CommandRefused('already_waiting', `A correction of the ${field} of ${email} is already pending.`);
  const change = field === 'email' ? 'address_changing' : 'details_changing';
  await events.onSecurityChange(tx, { customerId, change, cause: `${change}:${made.id}`, device: null });
  const takesEffect = made.takesEffectAt.toISOString();
  return { outcome: 'waits', facts: { customer: customerId, change: made.id, takesEffect } };
}

async function keep({ tx, events }: Pick<Running, 'tx' | 'events'>, typed: string, field: CorrectedField) {
  const { id: customerId, email } = await holdCustomer(tx, typed);
  const kept = await keepAsItIs(tx, customerId, field);
  if (kept === null) throw new CommandRefused('nothing_waits', `No correction of the ${field} of ${email} is pending.`);
  const change = field === 'email' ? 'address_kept' : 'details_kept';
  await events.onSecurityChange(tx, { customerId, change, cause: `${change}:${kept}`, device: null });
  return { outcome: 'kept', facts: { customer: customerId, change: kept } };
}
