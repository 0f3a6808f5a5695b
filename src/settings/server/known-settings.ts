import type { Database } from '#database/server/database.ts';
import type { Config } from './config.ts';
import { readSetting, readSettingsMoment, type Setting } from './settings.ts';

type SettingsOf<Values> = { readonly [Name in keyof Values]: Setting<Values[Name]> };

/** Values of settings, what stands for the values of all settings at the moment they were read, and that moment. */
export interface Known<Values> {
  state: string;
  at: Date;
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

async function read<Values extends object>(
  db: Database,
  settings: SettingsOf<Values>,
  mode: Config['mode'],
): Promise<Known<Values>> {
  const [moment, ...values] = await Promise.all([
    readSettingsMoment(db),
    ...Object.entries<Setting>(settings).map(async ([name, setting]) => [name, await readSetting(db, setting, mode)]),
  ]);
  return { ...moment, values: Object.fromEntries(values) as Values };
}
