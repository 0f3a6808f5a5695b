import { isOfTheSandbox, normaliseEmail } from '#auth/email.ts';
import { readEmail } from '#platform/typed/read-email.ts';
import { readSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { addressWaitHours, insertCorrection, isAddressTaken, keepAsItIs } from '../customer-corrections.ts';
import type { Command } from '../command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { readReason } from '../read-reason.ts';
import { recordAction } from '../record-action.ts';
import { holdCustomer } from './customer-show.ts';

/**
 * Corrects a mistyped address. Nothing changes yet: the old address is notified and has a waiting time in which to object. The reason
 * states the proof that the customer wants it; the addresses themselves are kept out of the action log, which is permanent.
 */
export const customerAddress: Command = {
  name: 'customer address',
  words: ['EMAIL', 'NEW'],
  required: ['reason'],
  summary: 'Correct a customer’s mistyped email address, after a waiting period in which the old one can object',
  check({ words: [, wanted = ''] }) {
    const becomes = normaliseEmail(wanted);
    if (readEmail(wanted) === null) throw new Mistyped(`"${wanted}" is not an email address.`);
    if (isOfTheSandbox(becomes)) throw new Mistyped(`"${wanted}" is reserved for the sandbox.`);
  },
  run: ({ db, mode, operator, events }, { words: [typed = '', wanted = ''], options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      const becomes = normaliseEmail(wanted);
      const { id, email } = await holdCustomer(tx, typed);
      if (becomes === email || (await isAddressTaken(tx, becomes))) {
        throw new CommandRefused('address_taken', `A customer already has the address ${becomes}.`);
      }
      const hours = await readSetting(tx, addressWaitHours, mode);
      const change = await insertCorrection(tx, { customerId: id, field: 'email', becomes, hours });
      if (!change)
        throw new CommandRefused('already_waiting', `A correction of the address of ${email} is already pending.`);
      const cause = `address_changing:${change.id}`;
      await events.onSecurityChange(tx, { customerId: id, change: 'address_changing', cause, device: null });
      const takesEffect = change.takesEffectAt.toISOString();
      const details = { customer: id, change: change.id, reason, takesEffect };
      await recordAction(tx, { operator, action: 'customer address', details });
      return {
        lines: [
          `The address of ${email} changes at ${takesEffect} unless someone objects. The old address is notified.`,
        ],
        json: { id, change: change.id, takesEffect },
      };
    }),
};

/** Records an objection by the customer, or by the reader of the old address: the address is not changed. */
export const customerKeepAddress: Command = {
  name: 'customer keep-address',
  words: ['EMAIL'],
  required: ['reason'],
  summary: 'Withdraw a pending correction of a customer’s address',
  run: ({ db, operator, events }, { words, options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      const { id, email } = await holdCustomer(tx, words[0] as string);
      const change = await keepAsItIs(tx, id, 'email');
      if (!change) throw new CommandRefused('nothing_waits', `No correction of the address of ${email} is pending.`);
      const cause = `address_kept:${change}`;
      await events.onSecurityChange(tx, { customerId: id, change: 'address_kept', cause, device: null });
      await recordAction(tx, { operator, action: 'customer keep-address', details: { customer: id, change, reason } });
      return { lines: [`The address of ${email} stays as it is.`], json: { id, change } };
    }),
};
