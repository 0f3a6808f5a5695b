import { transaction } from '#database/server/transaction.ts';
import { backupFinished } from '../watch-backups.ts';
import type { Command } from '../command.ts';
import { Mistyped } from '#commands/server/refused.ts';
import { recordAction } from '../record-action.ts';

const longest = 200;

/** Records the end of a backup: its last step, whichever of PostgreSQL's tools makes it. */
export const backupNote: Command = {
  name: 'backup note',
  words: ['TEXT'],
  summary: 'Record that a backup has finished; the age of the last one is monitored',
  async run({ db, operator }, { words: [text = ''] }) {
    if (text.trim() === '' || text.length > longest) throw new Mistyped(`A note takes 1 to ${longest} characters.`);
    await transaction(db, (tx) => recordAction(tx, { operator, action: backupFinished, details: { note: text } }));
    return { lines: ['Recorded: the last backup finished now.'], json: { noted: true } };
  },
};
