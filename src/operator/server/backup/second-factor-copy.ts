import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sync, writeNew } from '#platform/server/copy-files.ts';
import { CommandRefused } from '../command.ts';
import { secondFactorSecret } from './belongings.ts';
import { type Opener, sealingWriter, sealedSuffix } from './seal-files.ts';

/**
 * Seals the secret that protects second factors into a separate file, to be stored apart from the backup: either one alone reveals nobody's
 * second factor. Returns its name, or null if there is none to seal.
 */
export async function sealSecondFactorSecret(
  dataDir: string,
  backup: string,
  wanted: string,
  recipients: readonly string[],
): Promise<string | null> {
  const source = join(dataDir, secondFactorSecret);
  const target = requireApart(dataDir, backup, wanted);
  if (!existsSync(source)) return null;
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await sealingWriter(recipients).copyFile(source, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandRefused(
      'bad_secret_file',
      `${target}${sealedSuffix} cannot be written, or already exists (${code}).`,
    );
  }
  await sync([target + sealedSuffix, dirname(target)]);
  return target + sealedSuffix;
}

/**
 * Returns the target path of the secret, without the suffix of sealed files.
 *
 * @throws CommandRefused when it is inside the backup or DATA_DIR
 */
export function requireApart(dataDir: string, backup: string, wanted: string): string {
  const target = resolve(wanted).replace(/\.age$/, '');
  for (const folder of [backup, dataDir])
    if (!relative(folder, target).startsWith('..'))
      throw new CommandRefused(
        'bad_secret_file',
        `${target} is in ${folder}: keep the secret apart from the backup and DATA_DIR.`,
      );
  return target;
}

/** Restores the secret from a sealed or a plain file. */
export async function restoreSecondFactorSecret(file: string, into: string, opener: Opener | null): Promise<void> {
  const sealed = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandRefused('bad_secret_file', `${file} cannot be read (${error.code}).`);
  });
  const isSealed = sealed.subarray(0, 21).toString() === 'age-encryption.org/v1';
  if (isSealed && !opener)
    throw new CommandRefused('needs_identity', `${file} is sealed: name its key with --identity FILE.`);
  const secret = isSealed ? await opened(file, opener as Opener) : sealed;
  await writeNew(join(into, secondFactorSecret), secret);
}

async function opened(file: string, opener: Opener): Promise<Buffer> {
  try {
    return await buffer(await opener.open(createReadStream(file)));
  } catch {
    throw new CommandRefused('wrong_key', `The keys in ${opener.file} do not open ${file}, or it is damaged.`);
  }
}
