import { randomUUID } from 'node:crypto';
import type { ReadStream } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { type Database, readOne, type Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { personalTables } from './personal-tables.ts';

const rowsAtOnce = 500;

/**
 * Writes all data held on a customer that they may see to a ZIP archive: one JSON file per table, and their picture. All of it is from one
 * snapshot. The file is already unlinked, so that nothing is left once it has been sent, and a slow reader keeps no transaction open.
 */
export async function writeExport(db: Database, customerId: string): Promise<ReadStream> {
  const path = join(tmpdir(), `lastro-${randomUUID()}`);
  const file = await open(path, 'ax+', 0o600);
  try {
    await unlink(path);
    await transaction(db, async (tx) => {
      tx.send('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await file.truncate(0);
      await writeArchive(file, tx, customerId);
    });
    return file.createReadStream({ start: 0 });
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Entries are compressed as they are generated, one after another: memory use does not grow with their length. */
async function writeArchive(file: FileHandle, tx: Tx, customerId: string): Promise<void> {
  const zip = new ZipFile();
  const packed = zip.outputStream as Readable;
  zip.on('error', (error: unknown) => packed.destroy(error as Error));
  const add = (name: string, parts: () => AsyncIterable<Buffer>): void =>
    zip.addReadStreamLazy(name, (take) => take(null, Readable.from(parts(), { objectMode: false })));
  for (const [table, { withheld }] of Object.entries(personalTables)) {
    if (withheld !== undefined) continue;
    add(`${table.replace('ledger.', 'ledger-')}.json`, () => rowsOf(tx, table, customerId));
  }
  const picture = await readOne<{ image: Buffer }>(
    tx,
    'SELECT image FROM avatars WHERE customer_id = $1 AND cell = cell_of($1)',
    [customerId],
  );
  if (picture) zip.addBuffer(picture.image, 'picture.webp', { compress: false });
  zip.end();
  for await (const part of packed) await file.appendFile(part as Buffer);
}

/** A JSON array of objects, read in batches of rows. */
async function* rowsOf(tx: Tx, table: string, customerId: string): AsyncGenerator<Buffer> {
  const { where, handedOut = 'true', read, hidden = [] } = personalTables[table] as (typeof personalTables)[string];
  const hiding = hidden.map((column) => ` - '${column}'`).join('');
  const bound = where.replaceAll('$1', `'${customerId}'::uuid`);
  await tx.query(
    `DECLARE held NO SCROLL CURSOR FOR SELECT (${read ?? `to_jsonb(t)${hiding}`})::text AS row FROM ${table} t WHERE ${bound} AND ${handedOut}`,
  );
  let between = '[\n';
  for (;;) {
    const rows = await tx.query<{ row: string }>(`FETCH ${rowsAtOnce} FROM held`);
    if (rows.length > 0) yield Buffer.from(between + rows.map(({ row }) => row).join(',\n'));
    if (rows.length > 0) between = ',\n';
    if (rows.length < rowsAtOnce) break;
  }
  yield Buffer.from(between === '[\n' ? '[]\n' : '\n]\n');
  await tx.query('CLOSE held');
}
