import { resolve } from 'node:path';
import { verifyBackup } from '../backup/copy-verified.ts';
import { backupAsJson, readManifest, formatBackup } from '../backup/manifest.ts';
import type { PlaceCommand } from '../command.ts';

/** Whether a backup is still what was written; nothing has to run for it. */
export const backupCheck: PlaceCommand = {
  name: 'backup check',
  words: ['FOLDER'],
  summary: 'Read a backup again: exit code 1 when a file of it is missing or has changed',
  async runAt(_place, { words: [word = ''] }) {
    const folder = resolve(word);
    const manifest = await readManifest(folder);
    await verifyBackup(folder, manifest);
    return { lines: [`Nothing of it has changed: ${formatBackup(manifest)}.`], json: backupAsJson(manifest) };
  },
};
