import { dayMs } from '#platform/clock.ts';
import { dayIn } from '#platform/server/span.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { readSetting } from '#settings/server/settings.ts';
import { privacyKinds } from '#privacy/requests.ts';
import { answerDays } from '../privacy-settings.ts';
import { insertPrivacyRequest } from '../request-store.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { choice, customer, day, optional, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { aboutCustomer, holdCustomer, readCustomer } from '#commands/server/customer.ts';
import { wordsOf } from './words.ts';

/** How long ago a request may have been received when it is recorded. */
const mostDaysAgo = 365;

/** The legal deadline counts from the day the request was received, whenever it is recorded. */
export const privacyOpen = declareCommand({
  name: 'privacy open',
  params: { customer: word(customer), kind: word(choice(privacyKinds)), received: optional(day) },
  facts: { ...aboutCustomer, request: 'id', received: 'day', due: 'day' },
  roles: ['support', 'compliance'],
  effect: null,
  words: wordsOf('privacy open'),
  read: readCustomer,
  async run({ tx, mode }, { customer: typed, kind, received: given }) {
    const today = dayIn(await readHouseZone(tx), new Date());
    const received = given ?? today;
    const ago = (Date.parse(today) - Date.parse(received)) / dayMs;
    if (ago < 0) throw new CommandRefused('in_future', `${received} is in the future.`);
    if (ago > mostDaysAgo)
      throw new CommandRefused('too_long_ago', `${received} is more than ${mostDaysAgo} days ago.`);
    const { id, email } = await holdCustomer(tx, typed);
    const days = await readSetting(tx, answerDays, mode);
    const made = await insertPrivacyRequest(tx, { customerId: id, kind, receivedOn: received, days });
    if (!made) throw new CommandRefused('already_open', `A request for ${kind} of ${email} is already open.`);
    return { outcome: 'opened', facts: { customer: id, request: made.id, received, due: made.dueOn } };
  },
});
