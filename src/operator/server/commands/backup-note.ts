import { transaction } from '#database/server/transaction.ts';
import { backupFinished } from '../watch-backups.ts';
import { text, word } from '#commands/server/params.ts';
import { atMachine } from '../as-command.ts';
import { recordAction } from '../record-action.ts';

/** Records the end of a backup: its last step, whichever of PostgreSQL's tools makes it. */
export const backupNote = atMachine({
  name: 'backup note',
  params: { text: word(text(200)) },
  summary: 'Record that a backup has finished; the age of the last one is monitored',
  async run({ db, operator }, { text: note }) {
    await transaction(db, (tx) => recordAction(tx, { operator, action: backupFinished, details: { note } }));
    return { lines: ['Recorded: the last backup finished now.'], json: { noted: true } };
  },
});
