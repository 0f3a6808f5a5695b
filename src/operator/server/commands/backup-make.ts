import { resolve } from 'node:path';
import { secondFactorSecret } from '../backup/belongings.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { backupAsJson, formatBackup } from '../backup/manifest.ts';
import type { Command } from '../command.ts';

/** Copies an installation with the built-in database while it runs. */
export const backupMake: Command = {
  name: 'backup make',
  words: ['FOLDER'],
  summary: 'Copy this installation, including the built-in database, to a new folder while it runs',
  optional: ['secret'],
  async run(lastro, { words: [folder = ''], options }) {
    const { manifest: made, secretFile, isNoted } = await makeBackup(lastro, folder, options.secret);
    const hasSecret = made.files.some(({ path }) => path === secondFactorSecret);
    const secret = secretFile
      ? `The second factors’ secret is sealed in ${secretFile}: keep it apart from this folder.`
      : hasSecret
        ? 'It includes the second factors’ secret: whoever has this folder has everything. Set BACKUP_RECIPIENTS to seal it.'
        : 'It does not include the second factors’ secret: keep SECOND_KEY_SECRET, or DATA_DIR/second-key-secret, apart from it.';
    return {
      lines: [
        `The backup is in ${resolve(folder)}: ${formatBackup(made)}.`,
        secret,
        'Keep it on another machine.',
        ...(isNoted
          ? []
          : ['Its completion could not be recorded: run “lastro backup note TEXT” once Lastro responds.']),
      ],
      json: { ...backupAsJson(made), noted: isNoted },
      isRefused: !isNoted,
    };
  },
};
