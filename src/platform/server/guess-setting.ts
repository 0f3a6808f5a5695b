import type { Config } from './config.ts';
import type { Database, Tx } from './database.ts';
import { codeOf } from './is-lost.ts';
import { readSetting, type Setting } from './settings.ts';

/** What the database says where the guess was wrong. */
const otherVersion = 'LB030';

/**
 * A setting without waiting for it: what counted when it was last read here is taken, and the transaction fails where another version counts
 * by now, whoever set it or however long ago it was planned. It is read anew then, and the work is done again
 * (`Remediable`): nothing is ever done by what is past. The first of a process waits.
 */
export function guessSetting<Value>(setting: Setting<Value>, mode: Config['mode']): (tx: Tx) => Promise<Value> {
  let known: { version: bigint | null; value: Value } | null = null;
  const forgotten = async (db: Database): Promise<boolean> => {
    known = await readVersioned(db, setting, mode);
    return true;
  };
  return async (tx) => {
    if (!known) {
      known = await readVersioned(tx, setting, mode);
      return known.value;
    }
    const { version, value } = known;
    tx.send('SELECT require_setting($1, $2)', [setting.key, version], (error) =>
      codeOf(error) === otherVersion ? Object.assign(new SettingChanged(setting.key), { remedy: forgotten }) : error,
    );
    return value;
  };
}

class SettingChanged extends Error {
  override readonly name = 'SettingChanged';

  constructor(key: string) {
    super(`${key} is another by now`);
  }
}

/** The version is read first: where it changes in between, the value is newer than its number, and the next guess is refused. */
async function readVersioned<Value>(
  sql: Database | Tx,
  setting: Setting<Value>,
  mode: Config['mode'],
): Promise<{ version: bigint | null; value: Value }> {
  const [row] = await sql.query<{ version: bigint }>('SELECT version FROM settings WHERE key = $1', [setting.key]);
  return { version: row?.version ?? null, value: await readSetting(sql, setting, mode) };
}
