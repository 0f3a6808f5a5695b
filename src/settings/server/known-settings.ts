import type { Database } from '#database/server/database.ts';
import { requireOne } from '#database/server/database.ts';
import type { Config } from './config.ts';
import { readSetting, type Setting } from './settings.ts';

type SettingsOf<Values> = { readonly [Name in keyof Values]: Setting<Values[Name]> };

/** Values of settings, and what stands for the values of all settings at the moment they were read. */
export interface Known<Values> {
  state: string;
  values: Values;
}

/** Provides settings without waiting for the database each time. */
export interface KnownSettings<Values> {
  /** As last read here, perhaps long ago: whoever acts on them says so (`state`), and the database refuses what was decided with others. */
  last(db: Database): Promise<Known<Values>>;
  /** As they are now. Callers who ask at the same time share a reading that begins after all of them have asked. */
  now(db: Database): Promise<Known<Values>>;
}

export function knownSettings<Values extends object>(
  settings: SettingsOf<Values>,
  mode: Config['mode'],
): KnownSettings<Values> {
  let known: Promise<Known<Values>> | null = null;
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<Known<Values>> | null = null;
  const now = (db: Database): Promise<Known<Values>> => {
    next ??= underWay
      .catch(() => {})
      .then(() => {
        next = null;
        const reading = read(db, settings, mode);
        underWay = reading;
        known = reading;
        reading.catch(() => void (known = known === reading ? null : known));
        return reading;
      });
    return next;
  };
  return { now, last: (db) => known ?? now(db) };
}

/** Reads the state first: if a setting changes in between, its value is newer than the state, and what is decided with it is refused. */
async function read<Values extends object>(
  db: Database,
  settings: SettingsOf<Values>,
  mode: Config['mode'],
): Promise<Known<Values>> {
  const { state } = await requireOne<{ state: string }>(db, 'SELECT settings_state() AS state');
  const values = await Promise.all(
    Object.entries<Setting>(settings).map(async ([name, setting]) => [name, await readSetting(db, setting, mode)]),
  );
  return { state, values: Object.fromEntries(values) as Values };
}
