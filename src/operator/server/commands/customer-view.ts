import { randomUUID } from 'node:crypto';
import { transaction } from '#database/server/transaction.ts';
import type { Command } from '../command.ts';
import { readReason } from '../read-reason.ts';
import { recordAction } from '../record-action.ts';
import { holdCustomer } from './customer-show.ts';

/** How long the person who opened a customer's view may look; afterwards they have to give a reason again. */
export const viewMinutes = 15;

/**
 * Opens a customer's view, read-only, to the operator who asks, for a quarter of an hour. The customer is notified immediately; the reason
 * goes to the action log.
 */
export const customerView: Command = {
  name: 'customer view',
  words: ['EMAIL'],
  required: ['reason'],
  summary: `Open the customer view, read-only, to the requester for ${viewMinutes} minutes; the customer is notified`,
  run: ({ db, operator, events }, { words, options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      const { id, email } = await holdCustomer(tx, words[0] as string);
      const cause = `account_viewed:${randomUUID()}`;
      await events.onSecurityChange(tx, { customerId: id, change: 'account_viewed', cause, device: null });
      await recordAction(tx, { operator, action: 'customer view', details: { customer: id, reason } });
      return {
        lines: [`The customer view of ${email} is open to you for ${viewMinutes} minutes. They are notified.`],
        json: { id, minutes: viewMinutes },
      };
    }),
};
