import { randomUUID } from 'node:crypto';
import { transaction } from '#platform/server/transaction.ts';
import type { Command } from '../command.ts';
import { readReason } from '../read-reason.ts';
import { recordAction } from '../record-action.ts';
import { holdCustomer } from './customer-show.ts';

/** For how long whoever opened the file may fetch it; then they say again why. */
export const exportMinutes = 15;

/**
 * Opens the file of everything that is held of a customer to whoever asks. The customer is told of it at once; it is made when it is
 * fetched, so nothing of it lies about.
 */
export const customerExport: Command = {
  name: 'customer export',
  words: ['EMAIL'],
  required: ['reason'],
  summary: `Open the file of everything that is held of a customer to whoever asks, for ${exportMinutes} minutes in the console; the customer is told`,
  run: ({ db, operator, events }, { words, options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      const { id, email } = await holdCustomer(tx, words[0] as string);
      const cause = `data_exported:${randomUUID()}`;
      await events.onSecurityChange(tx, { customerId: id, change: 'data_exported', cause, device: null });
      await recordAction(tx, { operator, action: 'customer export', details: { customer: id, reason } });
      return {
        lines: [`The file of ${email} can be fetched in the console for ${exportMinutes} minutes. They are told.`],
        json: { id, minutes: exportMinutes },
      };
    }),
};
