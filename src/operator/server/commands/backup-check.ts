import { resolve } from 'node:path';
import { requireOpener, verifyBackup } from '../backup/copy-verified.ts';
import { backupAsJson, readManifest, formatBackup } from '../backup/manifest.ts';
import type { PlaceCommand } from '../command.ts';

/** Checks that a backup is unchanged since it was written; Lastro need not run. */
export const backupCheck: PlaceCommand = {
  name: 'backup check',
  words: ['FOLDER'],
  summary: 'Verify a backup; exit code 1 if a file is missing or has changed',
  optional: ['identity'],
  async runAt(_place, { words: [word = ''], options }) {
    const folder = resolve(word);
    const manifest = await readManifest(folder);
    // With a key, also checks that the key opens it.
    if (options.identity !== undefined) await requireOpener(folder, manifest, options.identity);
    await verifyBackup(folder, manifest);
    return { lines: [`The backup is intact: ${formatBackup(manifest)}.`], json: backupAsJson(manifest) };
  },
};
