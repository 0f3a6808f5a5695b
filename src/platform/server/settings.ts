import { safeParse } from 'zod/v4/core';
import type { $ZodType } from 'zod/v4/core';
import type { SettingUnit } from '../setting-units.ts';
import type { Config } from './config.ts';
import type { Sql, Tx } from './database.ts';

type Mode = Config['mode'];

/** Something the operator may set without a release. Declared by the folder that it steers; the operator lists them all. */
export interface Setting<Value = unknown> {
  key: string;
  description: string;
  schema: $ZodType<Value>;
  /** What its value is a measure of; a number, a word or a list of them where it is left out. */
  unit?: SettingUnit;
  /** Its value while nobody has set it. */
  standard(mode: Mode): Value;
}

export function declareSetting<Value>(setting: Setting<Value>): Setting<Value> {
  return setting;
}

/**
 * The value of this moment of business time: every process follows a change at once, and one with a start date from that instant on. A
 * version that the setting may not have any more, because its bounds have become narrower since it was planned, does not count: then
 * the one before it does.
 */
export async function readSetting<Value>(sql: Sql, setting: Setting<Value>, mode: Mode): Promise<Value> {
  const stored = await readStored(sql, setting.key);
  const isGood = stored === undefined || safeParse(setting.schema, stored).success;
  return isGood ? valueOf(setting, stored, mode) : readLastGood(sql, setting, mode);
}

async function readLastGood<Value>(sql: Sql, setting: Setting<Value>, mode: Mode): Promise<Value> {
  const started = await sql.query<{ value: unknown }>(
    `SELECT value FROM setting_versions v WHERE key = $1 AND starts_at <= business_now()
       AND NOT EXISTS (SELECT FROM setting_withdrawals w WHERE w.version = v.number)
     ORDER BY starts_at DESC, number DESC`,
    [setting.key],
  );
  const good = started.find(({ value }) => safeParse(setting.schema, value).success);
  return valueOf(setting, good?.value, mode);
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
    // One place a key: for an array, whose length it does not know, PostgreSQL plans anew each time.
    const places = Array.from(keys, (_, at) => `$${at + 1}`);
    return sql.query<StoredSetting>(`SELECT key, value FROM settings WHERE key IN (${places.join(', ')})`, [...keys]);
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

export interface NewVersion {
  /** Who sets it; nobody where the product itself does. */
  by?: string;
  /** From when it counts, by business time; at once unless told. */
  startsAt?: Date | undefined;
}

/** Whether the setting may have that value. */
export function isValueOf({ schema }: Setting, value: unknown): boolean {
  return safeParse(schema, value).success;
}

/** Adds a version; false when the setting may not have that value. What counted before goes on until its start. */
export async function writeSetting(
  tx: Tx,
  setting: Setting,
  value: unknown,
  { by = '', startsAt }: NewVersion = {},
): Promise<boolean> {
  const checked = safeParse(setting.schema, value);
  if (!checked.success) return false;
  await tx.query(
    `INSERT INTO setting_versions (key, value, before, starts_at, made_by)
     SELECT $1, $2, (
       SELECT value FROM setting_versions v WHERE key = $1 AND v.starts_at <= s.starts_at
         AND NOT EXISTS (SELECT FROM setting_withdrawals w WHERE w.version = v.number)
       ORDER BY v.starts_at DESC, number DESC LIMIT 1
     ), s.starts_at, $4
     FROM (SELECT coalesce($3, business_now()) AS starts_at) s`,
    [setting.key, JSON.stringify(checked.data), startsAt ?? null, by],
  );
  return true;
}
