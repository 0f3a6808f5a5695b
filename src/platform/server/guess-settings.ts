import type { Config } from './config.ts';
import type { Database, Sql, Tx } from './database.ts';
import { codeOf } from './is-lost.ts';
import { readSetting, type Setting } from './settings.ts';

/** What the database says where the guess was wrong. */
const otherVersion = 'LB030';

/**
 * Asks for no row: whatever setting has another version by now is refused. One place a value, and not arrays, whose length PostgreSQL would
 * plan for anew each time.
 */
function requireVersionsOf(count: number): string {
  const places = Array.from({ length: count }, (_, at) => `($${2 * at + 1}::text, $${2 * at + 2}::bigint)`);
  return `SELECT refuse_setting(g.key) FROM (VALUES ${places.join(', ')}) AS g (key, version)
    WHERE (SELECT s.version FROM settings s WHERE s.key = g.key) IS DISTINCT FROM g.version`;
}

type SettingsOf<Values> = { readonly [Name in keyof Values]: Setting<Values[Name]> };

interface Known<Values> {
  versions: (bigint | null)[];
  values: Values;
}

/**
 * Settings without waiting for them: what counted when they were last read here is taken, and the transaction fails where another version of
 * one counts by now, whoever set it or however long ago it was planned. They are read anew then, and the work is done again
 * (`Remediable`): nothing is ever done by what is past. The first of a process waits.
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

/** The versions are read first: where one changes in between, its value is newer than its number, and the next guess is refused. */
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
