import { declareCommand } from '#commands/server/declaration.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { oweTest } from '../mail-templates.ts';
import { readSayings, sayings } from './said.ts';
import { wordsOf } from './words.ts';

/** Mails an announcement, as it would arrive, to whoever is writing it, in each of its languages. */
export const announcementTest = declareCommand({
  name: 'announcement test',
  params: sayings,
  facts: { mailed: 'number' },
  roles: ['desk', 'compliance'],
  effect: null,
  words: wordsOf('announcement test'),
  async run({ tx, operator: { staffId } }, { link = '', ...values }) {
    if (staffId === null) throw new CommandRefused('nobody_to_mail', 'Only a member of staff has an address.');
    const said = readSayings(values);
    for (const each of said) await oweTest(tx, staffId, { ...each, link });
    return { outcome: 'queued', facts: { mailed: String(said.length) } };
  },
});
