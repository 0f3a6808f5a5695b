import type { Config } from './config.ts';
import type { Database, Sql, Tx } from '#database/server/database.ts';
import { codeOf } from '#database/server/is-lost.ts';
import { withFormForMany } from '#database/server/prepared-work.ts';
import { readSetting, type Setting } from './settings.ts';

/** The database's error code for a wrong guess. */
const otherVersion = 'LB030';

/**
 * Returns no row, but raises an error for any setting whose version has changed. Uses one placeholder per value, not arrays, whose length
 * PostgreSQL would replan for each time.
 */
function requireVersionsOf(count: number): string {
  const places = Array.from({ length: count }, (_, at) => `($${2 * at + 1}::text, $${2 * at + 2}::bigint)`);
  return withFormForMany(
    `SELECT refuse_setting(g.key) FROM (VALUES ${places.join(', ')}) AS g (key, version)
    WHERE (SELECT s.version FROM settings s WHERE s.key = g.key) IS DISTINCT FROM g.version`,
    'once',
  );
}

type SettingsOf<Values> = { readonly [Name in keyof Values]: Setting<Values[Name]> };

interface Known<Values> {
  versions: (bigint | null)[];
  values: Values;
}

/**
 * Provides settings without waiting for them: uses the values last read here, and the transaction fails if another version of one is in
 * effect by now, whoever set it and however long ago it was scheduled. They are then reread and the work is retried (`Remediable`), so that
 * nothing is ever done with outdated values. The first use in a process waits.
 */
export function guessSettings<Values extends object>(
  settings: SettingsOf<Values>,
  mode: Config['mode'],
): (tx: Tx) => Promise<Values> {
  const keys = Object.values<Setting>(settings).map(({ key }) => key);
  const requireVersions = requireVersionsOf(keys.length);
  let known: Known<Values> | null = null;
  const forgotten = async (db: Database): Promise<boolean> => {
    known = await readVersioned(db, settings, keys, mode);
    return true;
  };
  return async (tx) => {
    if (!known) {
      known = await readVersioned(tx, settings, keys, mode);
      return known.values;
    }
    const { versions, values } = known;
    const asked = keys.flatMap((key, at) => [key, versions[at]]);
    tx.send(requireVersions, asked, (error) =>
      codeOf(error) === otherVersion ? Object.assign(new SettingChanged(), { remedy: forgotten }) : error,
    );
    return values;
  };
}

class SettingChanged extends Error {
  override readonly name = 'SettingChanged';

  constructor() {
    super('a setting is another by now');
  }
}

/** Reads the versions first: if a setting changes in between, its value is newer than its version, and the next guess is rejected. */
async function readVersioned<Values extends object>(
  sql: Sql,
  settings: SettingsOf<Values>,
  keys: readonly string[],
  mode: Config['mode'],
): Promise<Known<Values>> {
  const rows = await sql.query<{ key: string; version: bigint }>(
    'SELECT key, version FROM settings WHERE key = ANY ($1)',
    [keys],
  );
  const values = await Promise.all(
    Object.entries<Setting>(settings).map(async ([name, setting]) => [name, await readSetting(sql, setting, mode)]),
  );
  return {
    versions: keys.map((key) => rows.find((row) => row.key === key)?.version ?? null),
    values: Object.fromEntries(values) as Values,
  };
}
