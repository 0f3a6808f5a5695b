import { randomUUID } from 'node:crypto';
import { endSessionsOf } from '#auth/server/session-store.ts';
import { realClock } from '#platform/clock.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { customer, reason, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { removeAtOnce } from '#secondfactor/server/end-second-factor.ts';
import { endPlanted } from '../end-planted.ts';
import { aboutCustomer, readCustomer, readHistory, requireCustomer } from '#commands/server/customer.ts';
import { wordsOf } from './customer-words.ts';

/** Removes a customer's second factor, for one who was identified by other means: sessions end, withdrawals stay closed for a day. */
export const customerRemoveSecondKey = declareCommand({
  name: 'customer remove-second-key',
  params: { customer: word(customer), reason },
  facts: aboutCustomer,
  roles: ['support', 'compliance'],
  effect: 'access',
  isDestructive: true,
  words: wordsOf('customer remove-second-key'),
  read: readCustomer,
  stands: readHistory,
  async run({ tx, events }, { customer: typed }) {
    const { id, email } = await requireCustomer(tx, typed);
    const login = {
      endSessions: async (): Promise<void> => {
        await endSessionsOf(tx, id);
        await endPlanted(tx, id);
      },
    };
    const change = 'second_key_removed';
    const onSecurityChange = () =>
      events.onSecurityChange(tx, { customerId: id, change, cause: `${change}:${randomUUID()}`, device: null });
    if (!(await removeAtOnce(tx, { clock: realClock, login, onSecurityChange }, id, 'operator')))
      throw new CommandRefused('no_second_key', `${email} has no second factor.`);
    return { outcome: 'removed', facts: { customer: id } };
  },
});
