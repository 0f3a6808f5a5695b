import { safeParse } from 'zod/v4/core';
import type { $ZodType } from 'zod/v4/core';
import type { SettingUnit } from '#platform/setting-units.ts';
import type { Config } from './config.ts';
import type { Sql, Tx } from '#database/server/database.ts';

type Mode = Config['mode'];

/** A value that the operator may set without a release. Declared by the folder that it controls; the operator lists them all. */
export interface Setting<Value = unknown> {
  key: string;
  description: string;
  schema: $ZodType<Value>;
  /** The unit of its value; omitted for a number, a word or a list of them. */
  unit?: SettingUnit;
  /** The default value while nobody has set it. */
  standard(mode: Mode): Value;
}

export function declareSetting<Value>(setting: Setting<Value>): Setting<Value> {
  return setting;
}

/**
 * Returns the value at the current business time: every process follows a change immediately, and one with a start date from that instant
 * on. A version that the setting no longer allows, because its bounds were narrowed since it was scheduled, is ignored in favour of the one
 * before it.
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

/**
 * Returns which value applied at any instant of business time, for what is worked off later: the version whose start was the last to come.
 */
export async function readSettingHistory<Value>(
  sql: Sql,
  setting: Setting<Value>,
  mode: Mode,
): Promise<(at: Date) => Value> {
  const versions = await sql.query<{ value: unknown; starts_at: Date }>(
    `SELECT value, starts_at FROM setting_versions v WHERE key = $1
       AND NOT EXISTS (SELECT FROM setting_withdrawals w WHERE w.version = v.number)
     ORDER BY starts_at DESC, number DESC`,
    [setting.key],
  );
  const good = versions.flatMap(({ value, starts_at: startsAt }) => {
    const checked = safeParse(setting.schema, value);
    return checked.success ? [{ startsAt, value: checked.data }] : [];
  });
  const standard = setting.standard(mode);
  return (at) => {
    const version = good.find(({ startsAt }) => startsAt <= at);
    return version ? version.value : standard;
  };
}

/**
 * What the settings that are read at the same time with it are: the state of all of them, and the instant of business time at which they
 * count. What carries their terms is dated by it.
 */
export async function readSettingsMoment(sql: Sql): Promise<{ state: string; at: Date }> {
  const { state, at } = (await readStored(sql, momentKey)) as { state: string; at: string };
  return { state, at: new Date(at) };
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

/** Settings requested at the same time are read in one statement. */
async function readStored(sql: Sql, key: string): Promise<unknown> {
  const batch = gathering.get(sql) ?? gather(sql);
  batch.keys.add(key);
  return (await batch.answer).find((stored) => stored.key === key)?.value;
}

/** No setting is called that. */
const momentKey = '';
const moment = `SELECT '${momentKey}', jsonb_build_object('state', settings_state(), 'at', business_now())`;

function gather(sql: Sql): Gathering {
  const keys = new Set<string>();
  const answer = Promise.resolve().then(() => {
    gathering.delete(sql);
    // One placeholder per key: for an array, whose length it does not know, PostgreSQL replans each time.
    const places = Array.from(keys, (_, at) => `$${at + 1}`);
    const values = `SELECT key, value FROM settings WHERE key IN (${places.join(', ')})`;
    return sql.query<StoredSetting>(keys.has(momentKey) ? `${values} UNION ALL ${moment}` : values, [...keys]);
  });
  const batch = { keys, answer };
  gathering.set(sql, batch);
  return batch;
}

/** Interprets a stored value that was read along with something else; undefined or null when none is stored. */
export function valueOf<Value>(setting: Setting<Value>, stored: unknown, mode: Mode): Value {
  if (stored === undefined || stored === null) return setting.standard(mode);
  const checked = safeParse(setting.schema, stored);
  if (!checked.success) throw new Error(`the setting ${setting.key} holds a value that it may not have`);
  return checked.data;
}

export interface NewVersion {
  /** Who sets it; empty where the product itself does. */
  by?: string;
  /** When it takes effect, in business time; immediately by default. */
  startsAt?: Date | undefined;
}

/** Whether the setting allows that value. */
export function isValueOf({ schema }: Setting, value: unknown): boolean {
  return safeParse(schema, value).success;
}

/**
 * Adds a version; false when the setting does not allow that value. The previous value applies until its start, a whole millisecond as
 * everything is dated in.
 */
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
     FROM (SELECT coalesce($3, date_trunc('milliseconds', business_now())) AS starts_at) s`,
    [setting.key, JSON.stringify(checked.data), startsAt ?? null, by],
  );
  return true;
}
