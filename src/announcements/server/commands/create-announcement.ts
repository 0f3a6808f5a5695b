import * as z from 'zod/mini';
import { countryShape, mailsTo, segmentKinds } from '#announcements/segments.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { choice, moment, optional, text } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { dayMs } from '#platform/clock.ts';
import { typedLine } from '#platform/typed/schemas.ts';
import { insertAnnouncement, mailedOf, readReach } from '../announcement-store.ts';
import { readSayings, sayings } from './said.ts';
import { wordsOf } from './words.ts';

/** Nobody remembers the context of an announcement further ahead. */
const mostDaysAhead = 90;

/** Announces something to many customers at an instant: in the languages that they read, with a link only into the product. */
export const announcementCreate = declareCommand({
  name: 'announcement create',
  params: {
    segment: choice(segmentKinds),
    country: optional(text(5, typedLine(5).check(z.regex(countryShape)))),
    ...sayings,
    at: optional(moment),
    mails: choice(mailsTo, 'none'),
  },
  facts: { announcement: 'id', customers: 'number', mailed: 'number', country: 'text', at: 'moment' },
  roles: ['desk', 'compliance'],
  effect: 'many',
  words: wordsOf('announcement create'),
  async read({ sql }, { segment, country = '', mails }) {
    const reach = await readReach(sql, segmentOf(segment, country));
    return { customers: String(reach.customers), mailed: String(mailedOf(reach, mails)) };
  },
  async run({ tx, by, operator }, { segment: kind, country = '', link = null, at, mails, ...values }) {
    const segment = segmentOf(kind, country);
    const startsAt = startOf(at);
    const reach = await readReach(tx, segment);
    const said = readSayings(values);
    // Judged when it is asked for: whoever joins meanwhile with another language reads it in one that is there.
    const unsaid = reach.languages.filter(({ language }) => !said.some((each) => each.language === language));
    if (!operator.maker && unsaid.length > 0) {
      const which = unsaid.map(({ language, customers }) => `${language} (${customers})`).join(', ');
      throw new CommandRefused('language_missing', `Its recipients also read: ${which}.`);
    }
    const byMail = mailedOf(reach, mails);
    const announcement = await insertAnnouncement(tx, {
      subjects: Object.fromEntries(said.map(({ language, subject }) => [language, subject])),
      texts: Object.fromEntries(said.map(({ language, text: each }) => [language, each])),
      link,
      segment,
      mails,
      startsAt,
      madeBy: by,
      reach: { customers: reach.customers, byMail },
    });
    const counted = { customers: String(reach.customers), mailed: String(byMail) };
    return { outcome: 'made', facts: { announcement, ...counted, at: startsAt.toISOString() } };
  },
});

function segmentOf(kind: string, country: string): string {
  if ((kind === 'country') === (country !== '')) return kind === 'country' ? `country:${country}` : kind;
  const sentence = 'The code of a country goes with the segment "country", and only with it.';
  throw new CommandRefused('country_alone', sentence);
}

/** Treats a past instant as now: the second person may have approved it late. */
function startOf(at: Date | undefined): Date {
  const now = new Date();
  if (at !== undefined && at.getTime() > now.getTime() + mostDaysAhead * dayMs)
    throw new CommandRefused('too_far', `${at.toISOString()} is more than ${mostDaysAhead} days ahead.`);
  return at === undefined || at < now ? now : at;
}
