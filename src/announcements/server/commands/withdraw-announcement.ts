import { declareCommand, type Looking } from '#commands/server/declaration.ts';
import { id, reason, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { readAnnouncement, withdrawAnnouncement } from '../announcement-store.ts';
import { wordsOf } from './words.ts';

/** Withdraws an announcement that has not begun. Nobody is notified, so it needs no second person. */
export const announcementWithdraw = declareCommand({
  name: 'announcement withdraw',
  params: { announcement: word(id), reason },
  facts: { segment: 'choice', country: 'text', at: 'moment' },
  roles: ['desk', 'compliance'],
  effect: null,
  isDestructive: true,
  words: wordsOf('announcement withdraw'),
  read: readFacts,
  async run({ tx }, { announcement }) {
    const facts = await readFacts({ sql: tx }, { announcement });
    if (!facts) throw new CommandRefused('unknown_announcement', `There is no announcement ${announcement}.`);
    if (!(await withdrawAnnouncement(tx, announcement)))
      throw new CommandRefused('announcement_begun', 'The announcement has already begun or was withdrawn.');
    return { outcome: 'withdrawn', facts };
  },
});

/** Whom it was for, and from when. */
async function readFacts({ sql }: Pick<Looking, 'sql'>, { announcement }: { announcement: string }) {
  const found = await readAnnouncement(sql, announcement);
  if (!found) return null;
  const { segment, startsAt } = found;
  const [, country = ''] = segment.split('country:');
  return {
    segment: country === '' ? segment : 'country',
    ...(country !== '' && { country }),
    at: startsAt.toISOString(),
  };
}
