import { randomUUID } from 'node:crypto';
import { transaction } from '#database/server/transaction.ts';
import type { Command } from '../command.ts';
import { readReason } from '../read-reason.ts';
import { recordAction } from '../record-action.ts';
import { holdCustomer } from './customer-show.ts';

/** How long the person who opened the file may fetch it; afterwards they have to give a reason again. */
export const exportMinutes = 15;

/**
 * Opens the file of all data held on a customer to the operator who asks. The customer is notified immediately; the file is generated when
 * fetched, so no copy lies about.
 */
export const customerExport: Command = {
  name: 'customer export',
  words: ['EMAIL'],
  required: ['reason'],
  summary: `Open a customer’s data export to the requester, for ${exportMinutes} minutes in the console; the customer is notified`,
  run: ({ db, operator, events }, { words, options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      const { id, email } = await holdCustomer(tx, words[0] as string);
      const cause = `data_exported:${randomUUID()}`;
      await events.onSecurityChange(tx, { customerId: id, change: 'data_exported', cause, device: null });
      await recordAction(tx, { operator, action: 'customer export', details: { customer: id, reason } });
      return {
        lines: [
          `The data export of ${email} can be downloaded in the console for ${exportMinutes} minutes. They are notified.`,
        ],
        json: { id, minutes: exportMinutes },
      };
    }),
};
