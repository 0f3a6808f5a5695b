import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { sync, writeNew } from '#platform/server/copy-files.ts';
import { CommandRefused } from '../command.ts';

/** Only below the backup's folder, whoever wrote the list. */
const path = z.string().check(z.regex(/^(?!\/)(?!.*(^|\/)\.\.(\/|$))[^\\\0]+$/));

/** The contents of a backup. Written last: a folder without a manifest is not a backup. */
const manifest = z.strictObject({
  /** Version 3: the files are sealed. */
  format: z.enum(['lastro backup 2', 'lastro backup 3']),
  id: z.uuid(),
  madeAt: z.iso.datetime(),
  mode: z.enum(['sandbox', 'production']),
  /** The number of migrations applied: a backup from a newer Lastro is refused. */
  migrations: z.int(),
  /** The number of journals in the ledger when the copy began: at least as many must be restored, chained to their ends. */
  journals: z.int(),
  /** The public keys it is sealed for; digests and sizes are those of the sealed files, so that it can be checked without a key. */
  recipients: z.optional(z.array(z.string()).check(z.minLength(1))),
  log: z.strictObject({ from: z.string(), to: z.string() }),
  folders: z.array(path),
  files: z.array(z.strictObject({ path, size: z.int(), sha256: z.string() })),
});
export type Manifest = z.output<typeof manifest>;

/** SQL of the number of journals: each account holds its owner's count. */
export const countJournals = `(SELECT coalesce(sum(number), 0)::bigint FROM (
  SELECT number FROM ledger.accounts UNION ALL SELECT number FROM ledger.treasury) owners)`;

const fileName = 'manifest.json';

export async function writeManifest(folder: string, written: Manifest): Promise<void> {
  const checksum = checksumOf(written);
  const file = join(folder, fileName);
  await writeNew(file, `${JSON.stringify({ ...written, checksum }, null, 2)}\n`);
  await sync([file]);
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, fileName), 'utf8').catch(() => {
    throw new CommandRefused('no_backup', `${folder} holds no backup, or one that was never finished.`);
  });
  try {
    const { checksum, ...rest } = JSON.parse(text) as { checksum: string };
    const read = z.parse(manifest, rest);
    if (checksumOf(rest) === checksum) return read;
  } catch {
    // Any failure is reported below.
  }
  throw new CommandRefused('damaged_backup', `The backup in ${folder} is damaged: its manifest has changed.`);
}

/** Parsing preserves the order of keys, so the same content serialises to the same text. */
function checksumOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** One line for people. */
export function formatBackup({ files, madeAt, mode, journals, recipients }: Manifest): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const sealed = recipients ? `, sealed for ${recipients.length === 1 ? 'one key' : `${recipients.length} keys`}` : '';
  return `${mode}, of ${madeAt}, ${journals} journals: ${files.length} files, ${(bytes / 1_000_000).toFixed(1)} MB${sealed}`;
}

export function backupAsJson({ id, madeAt, mode, journals, log, files, recipients }: Manifest): object {
  return {
    id,
    isSealed: recipients !== undefined,
    madeAt,
    mode,
    journals,
    log,
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
  };
}
