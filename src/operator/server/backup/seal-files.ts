import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { type Copied, type FileWriter, writeStream } from '#platform/server/copy-files.ts';
import { CommandRefused } from '../command.ts';

/** The suffix of sealed files; the `age` program opens them as well. */
export const sealedSuffix = '.age';

/** Parses BACKUP_RECIPIENTS: public keys, each of whose secret keys opens the backup. */
export function readRecipients(said = ''): string[] {
  const recipients = said.split(/[\s,]+/).filter(Boolean);
  for (const [index, recipient] of recipients.entries()) {
    try {
      new Encrypter().addRecipient(recipient);
    } catch {
      throw new CommandRefused(
        'bad_recipient',
        `Number ${index + 1} of BACKUP_RECIPIENTS is not an age public key: they begin with age1 (age-keygen -y FILE shows it).`,
      );
    }
  }
  return recipients;
}

/** Seals each file while copying, so that plaintext never lies in the backup's folder. */
export function sealingWriter(recipients: readonly string[]): FileWriter {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const seal = async (stream: Readable, to: string): Promise<Copied> => {
    const sealed = await encrypter.encrypt(asWeb(stream));
    return writeStream(to + sealedSuffix, Readable.fromWeb(sealed as NodeStream<Uint8Array>));
  };
  return {
    suffix: sealedSuffix,
    copyFile: async (from, to) => {
      const source = createReadStream(from);
      // A missing file fails here, before the target is begun.
      await new Promise((resolve, reject) => source.once('open', resolve).once('error', reject));
      return seal(source, to);
    },
    writeNew: (to, content) => seal(Readable.from([Buffer.from(content)]), to),
  };
}

/** Opens sealed files with the secret keys of an identity file. */
export interface Opener {
  /** The path of the identity file, for the message that no key fits. */
  file: string;
  open(stream: Readable): Promise<Readable>;
}

/**
 * Reads an identity file as written by age-keygen: one secret key per line; lines beginning with `#` are comments.
 *
 * @throws CommandRefused whose message repeats nothing of the file
 */
export async function readIdentities(file: string): Promise<Opener> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandRefused('no_identity', `The identity file ${file} cannot be read (${error.code}).`);
  });
  const keys = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));
  const decrypter = new Decrypter();
  try {
    if (keys.length === 0) throw new Error('empty');
    for (const key of keys) decrypter.addIdentity(key);
  } catch {
    throw new CommandRefused(
      'no_identity',
      `${file} is not an identity file: age-keygen writes one, whose keys begin with AGE-SECRET-KEY-.`,
    );
  }
  return {
    file,
    open: async (stream) => Readable.fromWeb((await decrypter.decrypt(asWeb(stream))) as NodeStream<Uint8Array>),
  };
}

/** Whether an error means that none of the keys fits, rather than damage. */
export function isWrongKey(error: unknown): boolean {
  return error instanceof Error && error.message.includes('no identity matched');
}

function asWeb(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}
