import { readPhone } from '#platform/typed/read-phone.ts';
import { readSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { isName, readShownText } from '#platform/typed/read-name.ts';
import { addressWaitHours, insertCorrection, keepAsItIs } from '../customer-corrections.ts';
import type { Command } from '../command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { readEvidence } from '../read-evidence.ts';
import { readReason } from '../read-reason.ts';
import { recordAction } from '../record-action.ts';
import { holdCustomer } from './customer-show.ts';

type Field = 'name' | 'phone';

/**
 * Corrects a customer's name or telephone number, on evidence and after the same waiting time as a mistyped address: the customer is
 * notified, and anyone in support can stop it. The old and new values are kept out of the action log, which is permanent.
 */
export const customerCorrect: Command = {
  name: 'customer correct',
  words: ['EMAIL', 'NAME|PHONE', 'NEW'],
  required: ['evidence', 'reason'],
  summary: 'Correct a customer’s name or telephone number, after a waiting period in which they can object',
  run: ({ db, mode, operator, events }, { words: [typed = '', which = '', wanted = ''], options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      const evidence = readEvidence('evidence', options['evidence']);
      const field = readField(which);
      const becomes = readValue(field, wanted);
      const customer = await holdCustomer(tx, typed);
      if (customer[field] === becomes) throw new CommandRefused('the_same', `The ${field} is already ${becomes}.`);
      const hours = await readSetting(tx, addressWaitHours, mode);
      const change = await insertCorrection(tx, { customerId: customer.id, field, becomes, hours });
      if (!change)
        throw new CommandRefused('already_waiting', `A correction of the ${field} of ${typed} is already pending.`);
      const cause = `details_changing:${change.id}`;
      await events.onSecurityChange(tx, { customerId: customer.id, change: 'details_changing', cause, device: null });
      const takesEffect = change.takesEffectAt.toISOString();
      const details = { customer: customer.id, change: change.id, field, reason, evidence, takesEffect };
      await recordAction(tx, { operator, action: 'customer correct', details });
      return {
        lines: [
          `The ${field} of ${customer.email} changes at ${takesEffect} unless someone objects. They are notified.`,
        ],
        json: { id: customer.id, change: change.id, takesEffect },
      };
    }),
};

/** Records an objection: the value stays as it is. */
export const customerKeepDetails: Command = {
  name: 'customer keep-details',
  words: ['EMAIL', 'NAME|PHONE'],
  required: ['reason'],
  summary: 'Withdraw a pending correction of a customer’s name or telephone number',
  run: ({ db, operator, events }, { words: [typed = '', which = ''], options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      const field = readField(which);
      const { id, email } = await holdCustomer(tx, typed);
      const change = await keepAsItIs(tx, id, field);
      if (!change) throw new CommandRefused('nothing_waits', `No correction of the ${field} of ${email} is pending.`);
      const cause = `details_kept:${change}`;
      await events.onSecurityChange(tx, { customerId: id, change: 'details_kept', cause, device: null });
      const details = { customer: id, change, field, reason };
      await recordAction(tx, { operator, action: 'customer keep-details', details });
      return { lines: [`The ${field} of ${email} stays as it is.`], json: { id, change } };
    }),
};

function readField(typed: string): Field {
  if (typed === 'name' || typed === 'phone') return typed;
  throw new Mistyped(`Not a field to correct: ${typed}. One of name, phone.`);
}

/** Validates as on the register page. */
function readValue(field: Field, typed: string): string {
  const value = field === 'phone' ? readPhone(typed) : readShownText(typed);
  const isGood = value !== null && value.length <= 120 && (field === 'phone' || isName(value));
  if (!isGood) throw new Mistyped(`"${typed}" is not a valid ${field}.`);
  return value;
}
