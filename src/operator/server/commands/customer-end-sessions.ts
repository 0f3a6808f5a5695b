import { waitForEntries } from '#auth/server/customer-store.ts';
import { endSessionsOf } from '#auth/server/session-store.ts';
import { requireOne } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Command } from '../command.ts';
import { recordAction } from '../record-action.ts';
import { endPlanted } from '../end-planted.ts';
import { requireCustomer } from './customer-show.ts';

/** Logs the customer out of every device, and ends what may have been begun in a stolen session (L11). */
export const customerEndSessions: Command = {
  name: 'customer end-sessions',
  words: ['EMAIL'],
  summary: 'End all of a customer’s sessions: they have to log in again',
  run: ({ db, operator }, { words }) =>
    transaction(db, async (tx) => {
      const { id, email } = await requireCustomer(tx, words[0] as string);
      waitForEntries(tx, id);
      const { open } = await requireOne<{ open: number }>(
        tx,
        `SELECT count(*)::int AS open FROM sessions
         WHERE customer_id = $1 AND cell = cell_of($1) AND expires_at > now()`,
        [id],
      );
      await endSessionsOf(tx, id);
      await endPlanted(tx, id);
      await recordAction(tx, { operator, action: 'customer end-sessions', details: { customer: id, sessions: open } });
      return { lines: [`${open} sessions of ${email} have ended.`], json: { id, ended: open } };
    }),
};
