import { safeParse } from 'zod/v4/core';
import type { $ZodType } from 'zod/v4/core';
import type { Config } from './config.ts';
import type { Sql, Tx } from './database.ts';

type Mode = Config['mode'];

/** Something the operator may set without a release. Declared by the folder that it steers; the operator lists them all. */
export interface Setting<Value = unknown> {
  key: string;
  description: string;
  schema: $ZodType<Value>;
  /** Its value while nobody has set it. */
  standard(mode: Mode): Value;
}

export function declareSetting<Value>(setting: Setting<Value>): Setting<Value> {
  return setting;
}

/** The value of now: every process follows a change at once. */
export async function readSetting<Value>(sql: Sql, setting: Setting<Value>, mode: Mode): Promise<Value> {
  return valueOf(setting, await readStored(sql, setting.key), mode);
}

interface StoredSetting {
  key: string;
  value: unknown;
}

interface Gathering {
  keys: Set<string>;
  answer: Promise<StoredSetting[]>;
}

const gathering = new WeakMap<Sql, Gathering>();

/** Settings that are asked for in the same moment are read in one statement. */
async function readStored(sql: Sql, key: string): Promise<unknown> {
  const batch = gathering.get(sql) ?? gather(sql);
  batch.keys.add(key);
  return (await batch.answer).find((stored) => stored.key === key)?.value;
}

function gather(sql: Sql): Gathering {
  const keys = new Set<string>();
  const answer = Promise.resolve().then(() => {
    gathering.delete(sql);
    return sql.query<StoredSetting>('SELECT key, value FROM settings WHERE key = ANY ($1)', [[...keys]]);
  });
  const batch = { keys, answer };
  gathering.set(sql, batch);
  return batch;
}

/** What a stored value means, where it was read along with something else; undefined or null where there is none. */
export function valueOf<Value>(setting: Setting<Value>, stored: unknown, mode: Mode): Value {
  if (stored === undefined || stored === null) return setting.standard(mode);
  const checked = safeParse(setting.schema, stored);
  if (!checked.success) throw new Error(`the setting ${setting.key} holds a value that it may not have`);
  return checked.data;
}

/** Writes a value; false when the setting may not have it. */
export async function writeSetting(tx: Tx, setting: Setting, value: unknown): Promise<boolean> {
  const checked = safeParse(setting.schema, value);
  if (!checked.success) return false;
  await tx.query(
    `INSERT INTO settings (key, value) VALUES ($1, $2)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, changed_at = now()`,
    [setting.key, JSON.stringify(checked.data)],
  );
  return true;
}
