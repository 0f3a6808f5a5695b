import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { copyFile, manyAtOnce } from '#platform/server/copy-files.ts';
import { CommandRefused } from '../command.ts';
import type { Manifest } from './manifest.ts';

type Listed = Manifest['files'][number];

/** Reads every file of a backup again and refuses one that is not as it was written. Answers nothing. */
export async function verifyBackup(folder: string, { files }: Manifest): Promise<void> {
  await verifyAll(folder, files, async ({ path }) => {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, path)), hash);
    return hash.digest('hex');
  });
}

/** The same, while it is copied: what is damaged on the way is noticed too. */
export async function copyVerified(folder: string, { folders, files }: Manifest, into: string): Promise<void> {
  for (const path of folders) await mkdir(join(into, path), { recursive: true, mode: 0o700 });
  await verifyAll(folder, files, async ({ path }) => {
    await mkdir(dirname(join(into, path)), { recursive: true, mode: 0o700 });
    return (await copyFile(join(folder, path), join(into, path))).sha256;
  });
}

/** All of them, so that every damaged one is named. */
async function verifyAll(
  folder: string,
  files: readonly Listed[],
  hashOf: (file: Listed) => Promise<string>,
): Promise<void> {
  const damaged: string[] = [];
  await manyAtOnce(files, async (file) => {
    const sha256 = await hashOf(file).catch(ignoreUnreadable);
    if (sha256 !== file.sha256)
      damaged.push(sha256 === null ? `${file.path} cannot be read` : `${file.path} has changed`);
  });
  if (damaged.length === 0) return;
  const named = damaged
    .toSorted()
    .slice(0, 10)
    .map((each) => `  ${each}`);
  throw new CommandRefused(
    'damaged_backup',
    [`The backup in ${folder} is damaged: ${damaged.length} of its ${files.length} files.`, ...named].join('\n'),
  );
}

const ofTheBackup = new Set(['ENOENT', 'EIO', 'EISDIR', 'ENOTDIR']);

function ignoreUnreadable(error: NodeJS.ErrnoException): null {
  if (ofTheBackup.has(error.code ?? '')) return null;
  throw error;
}
