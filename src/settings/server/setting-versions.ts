import { safeParse } from 'zod/v4/core';
import type { Config } from './config.ts';
import type { Sql, Tx } from '#database/server/database.ts';
import type { Setting } from './settings.ts';

/** One value that a setting was given, from when it applies, by whom, and what it replaced. */
export interface SettingVersion {
  number: bigint;
  key: string;
  value: unknown;
  /** The value that would apply then without it; null for the default. */
  before: unknown;
  /** In business time. */
  startsAt: Date;
  madeAt: Date;
  madeBy: string;
  /** When it was withdrawn before its start. */
  withdrawnAt: Date | null;
  withdrawnBy: string | null;
}

const columns = `v.number, v.key, v.value, v.before, v.starts_at AS "startsAt", v.made_at AS "madeAt", v.made_by AS "madeBy",
  w.made_at AS "withdrawnAt", w.made_by AS "withdrawnBy"`;
const from = 'setting_versions v LEFT JOIN setting_withdrawals w ON w.version = v.number';
/** A version that has started and was not withdrawn. */
const hasCome = 'w.version IS NULL AND v.starts_at <= business_now()';

/**
 * Serialises changes of settings, so that two that are checked against each other are not changed concurrently; the sandbox's clock stands
 * still meanwhile. Returns business time.
 */
export async function holdSettings(tx: Tx): Promise<Date> {
  const [row] = await tx.query<{ held: boolean }>('SELECT true AS held FROM sandbox_clock FOR NO KEY UPDATE');
  if (!row) throw new Error('there is no clock');
  return (await tx.query<{ now: Date }>('SELECT business_now() AS now'))[0]?.now as Date;
}

/** Returns scheduled versions that were not withdrawn, the soonest first; of one setting or of all. */
export function readComing(sql: Sql, key: string | null = null): Promise<SettingVersion[]> {
  return sql.query<SettingVersion>(
    `SELECT ${columns} FROM ${from} WHERE ($1::text IS NULL OR v.key = $1) AND w.version IS NULL AND v.starts_at > business_now()
     ORDER BY v.starts_at, v.number`,
    [key],
  );
}

/** Returns the versions of a setting, the last made first; `before` is the number where the previous page ended. */
export function readVersions(sql: Sql, key: string, before: bigint | null, most: number): Promise<SettingVersion[]> {
  return sql.query<SettingVersion>(
    `SELECT ${columns} FROM ${from} WHERE v.key = $1 AND ($2::bigint IS NULL OR v.number < $2) ORDER BY v.number DESC LIMIT $3`,
    [key, before, most],
  );
}

/** Returns the version now in effect of each setting that was ever set. */
export function readPresent(sql: Sql): Promise<SettingVersion[]> {
  return sql.query<SettingVersion>(
    `SELECT DISTINCT ON (v.key) ${columns} FROM ${from} WHERE ${hasCome} ORDER BY v.key, v.starts_at DESC, v.number DESC`,
  );
}

/** How long before its start a version can no longer be withdrawn: somebody may be reading it by then. */
export const lastCallSeconds = 5;

/** Withdraws a version; null when there is none that can still be withdrawn. */
export async function withdrawVersion(tx: Tx, number: bigint, by: string): Promise<SettingVersion | null> {
  const gone = await tx.query(
    `INSERT INTO setting_withdrawals (version, made_by)
     SELECT number, $2 FROM setting_versions WHERE number = $1 AND starts_at > business_now() + interval '${lastCallSeconds} seconds'
     ON CONFLICT DO NOTHING RETURNING version`,
    [number, by],
  );
  if (gone.length === 0) return null;
  return readVersion(tx, number);
}

export async function readVersion(sql: Sql, number: bigint): Promise<SettingVersion | null> {
  return (await sql.query<SettingVersion>(`SELECT ${columns} FROM ${from} WHERE v.number = $1`, [number]))[0] ?? null;
}

/** The settings as they are, or will be, at one instant. */
export interface SettingsAt {
  /** Null for now. */
  at: Date | null;
  valueOf<Value>(setting: Setting<Value>): Value;
}

/**
 * Returns the settings now and at every scheduled change before `until`: a planned value is checked against those in effect at the same
 * time.
 */
export async function readMoments(sql: Sql, mode: Config['mode'], until?: Date): Promise<SettingsAt[]> {
  const [present, coming] = [await readPresent(sql), await readComing(sql)];
  const starts = [...new Set(coming.map(({ startsAt }) => startsAt.getTime()))].filter(
    (start) => until === undefined || start < until.getTime(),
  );
  return [null, ...starts].map((at) => {
    const begun = coming.filter(({ startsAt }) => at !== null && startsAt.getTime() <= at);
    return {
      at: at === null ? null : new Date(at),
      valueOf: (setting) => {
        const versions = [...present, ...begun].filter(({ key }) => key === setting.key);
        const good = versions.findLast(({ value }) => safeParse(setting.schema, value).success);
        const read = good && safeParse(setting.schema, good.value);
        return read?.success ? read.data : setting.standard(mode);
      },
    };
  });
}
