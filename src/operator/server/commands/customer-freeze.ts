import { randomUUID } from 'node:crypto';
import type { SecurityChange } from '#ledger/server/domain-events.ts';
import { freezeCustomer, unfreezeCustomer } from '#ledger/server/freeze.ts';
import { transaction } from '#platform/server/transaction.ts';
import { parkWithdrawals, releaseWithdrawals } from '#wallet/server/park-withdrawals.ts';
import { type Command, CommandRefused } from '../command.ts';
import { readReason } from '../read-reason.ts';
import { recordAction } from '../record-action.ts';
import { requireCustomer } from './customer-show.ts';

/**
 * Stops a customer's money: nothing leaves, not what waits in the queue either, and nothing opens, from this command's answer on. The
 * customer is told that it is so; why is for the journal alone.
 */
export const customerFreeze: Command = {
  name: 'customer freeze',
  words: ['EMAIL'],
  required: ['reason'],
  summary: 'Stop a customer’s money: nothing leaves and nothing opens; they log in, read, and are told',
  run: ({ db, operator, events }, { words, options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      const { id, email } = await requireCustomer(tx, words[0] as string);
      if (!(await freezeCustomer(tx, id))) throw new CommandRefused('already_frozen', `${email} is frozen already.`);
      const { parked, sent } = await parkWithdrawals(tx, id);
      await events.onSecurityChange(tx, changed(id, 'account_frozen'));
      await recordAction(tx, { operator, action: 'customer freeze', details: { customer: id, reason, parked, sent } });
      return {
        lines: [
          `${email} is frozen: nothing leaves and nothing opens.`,
          `${parked} withdrawals are kept from leaving; ${sent} had been sent before and end as the brokerage answers.`,
        ],
        json: { id, frozen: true, parked, sent },
      };
    }),
};

export const customerUnfreeze: Command = {
  name: 'customer unfreeze',
  words: ['EMAIL'],
  required: ['reason'],
  summary: 'Let a frozen customer’s money move again, and send what was kept',
  run: ({ db, operator, events }, { words, options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      const { id, email } = await requireCustomer(tx, words[0] as string);
      if (!(await unfreezeCustomer(tx, id))) throw new CommandRefused('not_frozen', `${email} is not frozen.`);
      const released = await releaseWithdrawals(tx, id);
      await events.onSecurityChange(tx, changed(id, 'account_unfrozen'));
      await recordAction(tx, { operator, action: 'customer unfreeze', details: { customer: id, reason, released } });
      return {
        lines: [`${email} is not frozen any more. ${released} withdrawals that were kept are on their way.`],
        json: { id, frozen: false, released },
      };
    }),
};

function changed(customerId: string, change: 'account_frozen' | 'account_unfrozen'): SecurityChange {
  return { customerId, change, cause: `${change}:${randomUUID()}`, device: null };
}
