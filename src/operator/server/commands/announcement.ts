import { countSegment, insertAnnouncement, withdrawAnnouncement } from '#announcements/server/announcement-store.ts';
import { isSegment, linkShape, longestAnnouncement } from '#announcements/segments.ts';
import { dayMs } from '#platform/clock.ts';
import { type Language, languages } from '#platform/languages.ts';
import { isUuid } from '#http/server/cursor.ts';
import { transaction } from '#database/server/transaction.ts';
import { readLine } from '#platform/typed/read-name.ts';
import type { Command } from '../command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { readInstant } from '../read-instant.ts';
import { readReason } from '../read-reason.ts';
import { authorOf } from '#commands/server/operator.ts';
import { recordAction } from '../record-action.ts';

const optionOf = (language: Language): string => `text-${language.toLowerCase()}`;
/** Nobody remembers the context of an announcement further ahead. */
const mostDaysAhead = 90;

/** Announces something to many customers at an instant: five texts, a segment, and optionally a link, only into the product. */
export const announcementCreate: Command = {
  name: 'announcement create',
  required: ['segment', ...languages.map(optionOf)],
  optional: ['at', 'link'],
  flags: ['mails'],
  summary:
    'Announce something to customers: all, never_logged_in, product:stake, language:fa, country:+55; immediately or "--at 2026-03-01T12:00:00Z"; "--mails": by email too',
  run: ({ db, operator }, { options }) =>
    transaction(db, async (tx) => {
      const { segment = '', link } = options;
      if (!isSegment(segment)) throw new Mistyped(`Not a segment: ${segment}.`);
      if (link !== undefined && !linkShape.test(link))
        throw new Mistyped(`--link takes a path within the product: ${link}.`);
      const texts = Object.fromEntries(
        languages.map((language) => [language, readText(optionOf(language), options[optionOf(language)])]),
      ) as Record<Language, string>;
      const startsAt = readStart(options['at']);
      const mails = options['mails'] !== undefined;
      const counted = await countSegment(tx, segment);
      const madeBy = authorOf(operator).name;
      const id = await insertAnnouncement(tx, { texts, link: link ?? null, segment, mails, startsAt, madeBy, counted });
      const at = startsAt.toISOString();
      await recordAction(tx, {
        operator,
        action: 'announcement create',
        details: { announcement: id, segment, mails, at, customers: counted },
      });
      return { lines: [`${counted} customers will be notified at ${at}.`], json: { id, at, customers: counted } };
    }),
};

export const announcementWithdraw: Command = {
  name: 'announcement withdraw',
  words: ['ID'],
  required: ['reason'],
  summary: 'Withdraw an announcement that has not begun',
  run: ({ db, operator }, { words: [typed = ''], options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      const id = typed.toLowerCase();
      const isWithdrawn = isUuid(id) ? await withdrawAnnouncement(tx, id) : null;
      if (isWithdrawn === null) throw new CommandRefused('unknown_announcement', `There is no announcement ${typed}.`);
      if (!isWithdrawn)
        throw new CommandRefused('announcement_begun', 'The announcement has already begun or was withdrawn.');
      await recordAction(tx, { operator, action: 'announcement withdraw', details: { announcement: id, reason } });
      return { lines: ['The announcement is withdrawn; nobody will be notified.'], json: { id } };
    }),
};

/** Reads plain text: markup is displayed literally, never interpreted. */
function readText(option: string, typed = ''): string {
  const text = readLine(typed);
  if (text === '' || text.length > longestAnnouncement || /\p{Cc}/u.test(text))
    throw new Mistyped(`--${option} takes 1 to ${longestAnnouncement} characters.`);
  return text;
}

/** Treats a past instant as now: the second person may have approved it late. */
function readStart(typed: string | undefined): Date {
  const now = new Date();
  if (typed === undefined) return now;
  const at = readInstant(typed);
  if (at.getTime() > now.getTime() + mostDaysAhead * dayMs)
    throw new Mistyped(`--at takes a time at most ${mostDaysAhead} days ahead.`);
  return at < now ? now : at;
}
