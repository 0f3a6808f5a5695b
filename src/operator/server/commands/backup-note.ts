import { declareCommand } from '#commands/server/declaration.ts';
import { text, word } from '#commands/server/params.ts';
import { backupFinished } from '../watch-backups.ts';
import { wordsOf } from './words.ts';

/** Records the end of a backup: its last step, whichever of PostgreSQL's tools makes it. The age of the last one is watched. */
export const backupNote = declareCommand({
  name: backupFinished,
  params: { text: word(text(200)) },
  facts: {},
  roles: ['admin'],
  effect: null,
  words: wordsOf('backup note'),
  run: async () => ({ outcome: 'noted', facts: {} }),
});
