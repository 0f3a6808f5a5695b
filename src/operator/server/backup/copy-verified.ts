import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Transform } from 'node:stream';
import { copyFile, manyAtOnce, writeStream } from '#platform/server/copy-files.ts';
import { CommandRefused } from '../command.ts';
import type { Manifest } from './manifest.ts';
import { isWrongKey, type Opener, readIdentities, sealedSuffix } from './seal-files.ts';

type Listed = Manifest['files'][number];

/** Rereads every file of a backup and rejects one that differs from what was written. Opens none of them. */
export async function verifyBackup(folder: string, manifest: Manifest): Promise<void> {
  await verifyAll(folder, manifest.files, async ({ path }) => {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, path + suffixOf(manifest))), hash);
    return hash.digest('hex');
  });
}

/** The suffix of its file names on disk. */
function suffixOf({ recipients }: Manifest): string {
  return recipients ? sealedSuffix : '';
}

/**
 * Returns the opener of a backup, or null if it is not sealed. Opens the smallest file first, so that a wrong key is reported before
 * anything is written.
 */
export async function requireOpener(
  folder: string,
  { recipients, files }: Manifest,
  identityFile: string | undefined,
): Promise<Opener | null> {
  if (!recipients) return null;
  const sealedFor = `The backup in ${folder} is sealed for ${recipients.join(', ')}`;
  if (identityFile === undefined)
    throw new CommandRefused('needs_identity', `${sealedFor}: name the file of the secret key with --identity FILE.`);
  const opener = await readIdentities(identityFile);
  const [smallest] = files.toSorted((a, b) => a.size - b.size);
  if (!smallest) return opener;
  const stream = createReadStream(join(folder, smallest.path + sealedSuffix));
  await opener.open(stream).catch((error: unknown) => {
    // Damaged files are reported by name once all are read.
    if (isWrongKey(error)) throw new CommandRefused('wrong_key', `${sealedFor}: no key in ${opener.file} matches.`);
  });
  stream.destroy();
  return opener;
}

/** Opens a file while copying it and returns the digest of the sealed file. */
async function openFile(from: string, to: string, opener: Opener): Promise<string> {
  const hash = createHash('sha256');
  const reading = createReadStream(from);
  const counted = reading.pipe(
    new Transform({
      transform(portion: Buffer, _encoding, done) {
        hash.update(portion);
        done(null, portion);
      },
    }),
  );
  // `pipe` does not forward errors.
  reading.once('error', (error) => counted.destroy(error));
  await writeStream(to, await opener.open(counted));
  return hash.digest('hex');
}

/** Verifies a backup while copying it: damage on the way is noticed too. */
export async function copyVerified(
  folder: string,
  { folders, files }: Manifest,
  into: string,
  opener: Opener | null,
): Promise<void> {
  for (const path of folders) await mkdir(join(into, path), { recursive: true, mode: 0o700 });
  await verifyAll(folder, files, async ({ path }) => {
    await mkdir(dirname(join(into, path)), { recursive: true, mode: 0o700 });
    if (opener) return openFile(join(folder, path + sealedSuffix), join(into, path), opener);
    return (await copyFile(join(folder, path), join(into, path))).sha256;
  });
}

/** Checks all files, so that every damaged one is named. */
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

/** A file that cannot be opened counts as damaged: by then the key is known to fit. */
function ignoreUnreadable(error: NodeJS.ErrnoException): null {
  if (ofTheBackup.has(error.code ?? '') || isUnsealable(error)) return null;
  throw error;
}

/** age throws a plain Error: system errors have an errno, and our own mistakes another name. */
function isUnsealable(error: NodeJS.ErrnoException): boolean {
  return error.errno === undefined && error.name === 'Error';
}
