import { resolve } from 'node:path';
import { secondFactorSecret } from '../backup/belongings.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { backupAsJson, formatBackup } from '../backup/manifest.ts';
import type { Command } from '../command.ts';

/** Copies an installation with the built-in database while it runs. */
export const backupMake: Command = {
  name: 'backup make',
  words: ['FOLDER'],
  summary: 'Copy this installation, built-in database and all, to a new folder while it runs',
  optional: ['secret'],
  async run(lastro, { words: [folder = ''], options }) {
    const { manifest: made, secretFile, isNoted } = await makeBackup(lastro, folder, options.secret);
    const hasSecret = made.files.some(({ path }) => path === secondFactorSecret);
    const secret = secretFile
      ? `The second factors’ secret is sealed in ${secretFile}: keep it elsewhere than this folder.`
      : hasSecret
        ? 'The second factors’ secret is in it too: whoever has this folder has everything. BACKUP_RECIPIENTS seals it.'
        : 'No second factors’ secret is in it: keep SECOND_KEY_SECRET, or DATA_DIR/second-key-secret, apart from it.';
    return {
      lines: [
        `The backup is in ${resolve(folder)}: ${formatBackup(made)}.`,
        secret,
        'Keep it on another machine.',
        ...(isNoted
          ? []
          : ['That it came to its end could not be noted: type “lastro backup note TEXT” once Lastro answers.']),
      ],
      json: { ...backupAsJson(made), noted: isNoted },
      isRefused: !isNoted,
    };
  },
};
