import { endSessionById } from '#auth/server/session-store.ts';
import { isUuid } from '#http/server/cursor.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Command } from '../command.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { endPlanted } from '../end-planted.ts';
import { recordAction } from '../record-action.ts';
import { requireCustomer } from './customer-show.ts';

/** Logs one device out, and ends what may have been begun on it; the others stay logged in. */
export const customerEndSession: Command = {
  name: 'customer end-session',
  words: ['EMAIL', 'ID'],
  summary: 'End one of a customer’s sessions',
  run: ({ db, operator }, { words: [typed = '', session = ''] }) =>
    transaction(db, async (tx) => {
      const { id, email } = await requireCustomer(tx, typed);
      const isEnded = isUuid(session) && (await endSessionById(tx, id, session.toLowerCase()));
      if (!isEnded) throw new CommandRefused('unknown_session', `${email} has no session ${session}.`);
      await endPlanted(tx, id);
      const details = { customer: id, session: session.toLowerCase() };
      await recordAction(tx, { operator, action: 'customer end-session', details });
      return { lines: [`The session of ${email} has ended.`], json: details };
    }),
};
