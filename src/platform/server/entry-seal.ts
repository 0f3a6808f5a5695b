import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { refusePlatform } from '../refusals.ts';
import { type Database, requireOne, type Sql } from './database.ts';

/**
 * Shows the numbers of entries, which count the business of the whole house, as names that count nothing: the number and whose name it
 * is, as one enciphered block. The same entry has always the same name for the same customer, and another for anybody else.
 */
export interface EntrySeal {
  nameOf(id: bigint): string;
  /** Null for what is no name, or somebody else's. */
  idOf(name: string): bigint | null;
  /** The number that an opaque `after` stands for: the entry where the page before ended. */
  readPlace(after: string | undefined): bigint;
}

/** The largest number that an entry can have: where the newest page begins. */
const newestId = 9_223_372_036_854_775_807n;
const shape = /^[\w-]{21}[AQgw]$/;

/** The database's key does not change; it is read once. */
const keys = new WeakMap<object, Promise<Buffer>>();

function readKey(sql: Sql): Promise<Buffer> {
  const owner = (sql as Partial<Database>).pool ?? sql;
  const known = keys.get(owner);
  if (known) return known;
  const reading = requireOne<{ key: Buffer }>(sql, 'SELECT key FROM entry_seal').then(({ key }) => key);
  keys.set(owner, reading);
  reading.catch(() => keys.delete(owner));
  return reading;
}

export async function readEntrySeal(sql: Sql, customerId: string): Promise<EntrySeal> {
  const key = await readKey(sql);
  const whose = createHash('sha256').update(customerId).digest().subarray(0, 8);
  // A block for itself: every block is a number of one customer and comes once, so there is nothing to chain.
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const idOf = (name: string): bigint | null => {
    if (!shape.test(name)) return null;
    const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
    const block = decipher.update(name, 'base64url');
    return block.subarray(8).equals(whose) ? block.readBigInt64BE() : null;
  };
  return {
    nameOf: (id) => {
      const block = Buffer.alloc(16);
      block.writeBigInt64BE(id);
      whose.copy(block, 8);
      return cipher.update(block).toString('base64url');
    },
    idOf,
    readPlace: (after) => {
      const id = after === undefined ? newestId : idOf(after);
      if (id === null) throw refusePlatform('invalid_field', { field: 'after' });
      return id;
    },
  };
}
