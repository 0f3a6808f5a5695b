import { waitForEntries } from '#auth/server/customer-store.ts';
import { endSessionById, endSessionsOf } from '#auth/server/session-store.ts';
import { requireOne } from '#database/server/database.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { customer, id, reason, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { endPlanted } from '../end-planted.ts';
import { aboutCustomer, readCustomer, requireCustomer } from '#commands/server/customer.ts';
import { wordsOf } from './customer-words.ts';

/** Logs the customer out of every device, and ends what may have been begun in a stolen session (L11). */
export const customerEndSessions = declareCommand({
  name: 'customer end-sessions',
  params: { customer: word(customer), reason },
  facts: { ...aboutCustomer, sessions: 'number' },
  roles: ['support', 'compliance'],
  effect: null,
  isDestructive: true,
  words: wordsOf('customer end-sessions'),
  read: readCustomer,
  async run({ tx }, { customer: email }) {
    const { id: customerId } = await requireCustomer(tx, email);
    waitForEntries(tx, customerId);
    const { open } = await requireOne<{ open: number }>(
      tx,
      `SELECT count(*)::int AS open FROM sessions
       WHERE customer_id = $1 AND expires_at > now()`,
      [customerId],
    );
    await endSessionsOf(tx, customerId);
    await endPlanted(tx, customerId);
    return { outcome: 'ended', facts: { customer: customerId, sessions: String(open) } };
  },
});

/** Logs one device out, and ends what may have been begun on it; the others stay logged in. */
export const customerEndSession = declareCommand({
  name: 'customer end-session',
  params: { customer: word(customer), session: word(id), reason },
  facts: aboutCustomer,
  roles: ['support', 'compliance'],
  effect: null,
  isDestructive: true,
  words: wordsOf('customer end-session'),
  read: readCustomer,
  async run({ tx }, { customer: typed, session }) {
    const { id: customerId, email } = await requireCustomer(tx, typed);
    if (!(await endSessionById(tx, customerId, session)))
      throw new CommandRefused('unknown_session', `${email} has no session ${session}.`);
    await endPlanted(tx, customerId);
    return { outcome: 'ended', facts: { customer: customerId } };
  },
});
