import { resolve } from 'node:path';
import { backupAsJson, formatBackup } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { findingsAsJson, formatFindings } from '../format-findings.ts';
import type { PlaceCommand } from '../command.ts';

/** Restores an installation from a backup into an empty DATA_DIR, even if its books do not balance: it may be all there is. */
export const backupRestore: PlaceCommand = {
  name: 'backup restore',
  words: ['FOLDER'],
  summary: 'Restore a backup into an empty DATA_DIR, and audit its books',
  optional: ['identity', 'secret'],
  async runAt(place, { words: [folder = ''], options: { identity, secret } }) {
    const { manifest, broken } = await restoreBackup(place, resolve(folder), { identity, secret });
    const isGood = broken.length === 0;
    return {
      lines: [
        `Restored to ${place.dataDir}: ${formatBackup(manifest)}.`,
        isGood ? 'The books balance.' : 'The books do not balance.',
        ...formatFindings(broken),
        ...(manifest.recipients && secret === undefined
          ? ['The second factors’ secret was kept apart: put it in DATA_DIR/second-key-secret before you start Lastro.']
          : []),
        'Everyone has to log in again. Start Lastro with npm start; then "books audit" shows what the brokerage has done since.',
      ],
      json: { ...backupAsJson(manifest), ...findingsAsJson(broken) },
      isRefused: !isGood,
    };
  },
};
