import * as z from 'zod/mini';
import { countryShape, linkShape, longestAnnouncement, segmentKinds } from '#announcements/segments.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { choice, flag, moment, optional, type Param, text, unrecorded } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { dayMs } from '#platform/clock.ts';
import { type Language, languages } from '#platform/languages.ts';
import { typedLine } from '#platform/typed/schemas.ts';
import { countSegment, insertAnnouncement } from '../announcement-store.ts';
import { wordsOf } from './words.ts';

type TextName = `text-${Lowercase<Language>}`;
const textIn = (language: Language) => `text-${language.toLowerCase()}` as TextName;
/** Plain text: markup is displayed literally, never interpreted. */
const texts = Object.fromEntries(
  languages.map((language) => [textIn(language), unrecorded(text(longestAnnouncement))]),
) as Record<TextName, Param<string, true>>;
/** Nobody remembers the context of an announcement further ahead. */
const mostDaysAhead = 90;

/** Announces something to many customers at an instant: five texts, a segment, and optionally a link, only into the product. */
export const announcementCreate = declareCommand({
  name: 'announcement create',
  params: {
    segment: choice(segmentKinds),
    country: optional(text(5, typedLine(5).check(z.regex(countryShape)))),
    ...texts,
    link: optional(text(200, typedLine(200).check(z.regex(linkShape)))),
    at: optional(moment),
    mails: flag,
  },
  facts: { announcement: 'id', customers: 'number', country: 'text', at: 'moment' },
  roles: ['desk', 'compliance'],
  effect: 'many',
  words: wordsOf('announcement create'),
  read: async ({ sql }, { segment, country = '' }) => ({
    customers: String(await countSegment(sql, segmentOf(segment, country))),
    country,
  }),
  async run({ tx, by }, { segment: kind, country = '', link = null, at, mails = false, ...said }) {
    const segment = segmentOf(kind, country);
    const startsAt = startOf(at);
    const counted = await countSegment(tx, segment);
    const announcement = await insertAnnouncement(tx, {
      texts: Object.fromEntries(languages.map((each) => [each, said[textIn(each)]])) as Record<Language, string>,
      link,
      segment,
      mails,
      startsAt,
      madeBy: by,
      counted,
    });
    const facts = { announcement, customers: String(counted), at: startsAt.toISOString(), country };
    return { outcome: 'made', facts };
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
