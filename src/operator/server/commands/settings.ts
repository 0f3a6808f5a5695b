import { declareCommand, declareLook, type Looking } from '#commands/server/declaration.ts';
import { moment, number, pinned, setting, value, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { readReachOf, readReachOfAll, type Standing } from '#commands/server/standing.ts';
import type { Sql } from '#database/server/database.ts';
import { products, registry } from '#positions/registry.ts';
import type { Config } from '#settings/server/config.ts';
import {
  holdSettings,
  lastCallSeconds,
  readComing,
  readVersion,
  type SettingVersion,
  withdrawVersion,
} from '#settings/server/setting-versions.ts';
import { readSetting } from '#settings/server/settings.ts';
import { staffSettings } from '#staff/server/staff-settings.ts';
import { allSettings } from '../all-settings.ts';
import { foreseeSetting, readReplaced, requireSetting, type SettingChange, writeChange } from '../change-setting.ts';
import { losesBySettings } from '../losing-settings.ts';
import { wordsOf } from './words.ts';

const change = { key: word(setting), value: word(value), was: pinned(value) };
const roles = ['admin', 'desk'] as const;

/** What a change at once and a planned one have in common. */
const changing = {
  /** Of a value that is refused. */
  facts: { least: 'number', most: 'number' },
  replaces: { value: 'was' },
  roles,
  effect: 'bound',
  foresee: foreseeSetting,
  pin: async (on: Looking, wanted: SettingChange) => ({ was: await readReplaced(on, wanted) }),
  stands: ({ sql }: Looking, { key }: SettingChange) => readReach(sql, key),
} as const;

/** Changes a setting for every process immediately; with what it replaces, only if that is its value. Scheduled changes stay scheduled. */
export const settingsSet = declareCommand({
  ...changing,
  name: 'settings set',
  params: change,
  words: wordsOf('settings set'),
  async run(on, wanted) {
    return { outcome: 'set', facts: {}, was: { value: await writeChange(on, wanted) } };
  },
});

/** Schedules a change of a setting at a future instant, for every process. Running positions keep the terms they were opened with. */
export const settingsSchedule = declareCommand({
  ...changing,
  name: 'settings schedule',
  params: { ...change, from: moment },
  words: wordsOf('settings schedule'),
  async run(on, wanted) {
    return { outcome: 'scheduled', facts: {}, was: { value: await writeChange(on, wanted) } };
  },
});

/** Withdraws a scheduled change that has not taken effect. The values that would apply without it are checked as if they were set. */
export const settingsWithdraw = declareCommand({
  name: 'settings withdraw',
  params: { number: word(number(Number.MAX_SAFE_INTEGER)) },
  facts: { key: 'setting', value: 'value', from: 'moment', instead: 'value' },
  roles,
  effect: 'bound',
  isDestructive: true,
  words: wordsOf('settings withdraw'),
  async read({ sql, mode }, { number: wanted }) {
    const planned = await readVersion(sql, BigInt(wanted));
    return planned ? { ...factsOf(planned), instead: JSON.stringify(insteadOf(planned, mode)) } : null;
  },
  async stands({ sql }, { number: wanted }) {
    const planned = await readVersion(sql, BigInt(wanted));
    return planned ? readReach(sql, planned.key) : null;
  },
  async run({ tx, mode, by }, { number: wanted }) {
    await holdSettings(tx);
    const gone = await withdrawVersion(tx, BigInt(wanted), by);
    if (!gone) {
      const why = `Change ${wanted} cannot be withdrawn: it does not exist, was withdrawn, or begins within ${lastCallSeconds} seconds.`;
      throw new CommandRefused('nothing_planned', why);
    }
    const loses = await losesBySettings(tx, gone.key, mode);
    if (loses) throw new CommandRefused('losing_value', `Without it: ${loses}`);
    return { outcome: 'withdrawn', facts: factsOf(gone) };
  },
});

/** What applies from then on once it is withdrawn. */
const insteadOf = ({ key, before }: SettingVersion, mode: Config['mode']): unknown =>
  before ?? requireSetting(key).standard(mode);

/** Whom a setting concerns: those with positions in its product, which keep their terms, or else every customer; of the staff's own, none. */
async function readReach(sql: Sql, key: string): Promise<Standing | null> {
  if (staffSettings.some((each) => each.key === key)) return null;
  const product = products.find((each) => registry[each].folder === key.slice(0, key.indexOf('.')));
  return product ? readReachOf(sql, product) : readReachOfAll(sql);
}

const factsOf = ({ key, value: planned, startsAt }: SettingVersion) => ({
  key,
  value: JSON.stringify(planned),
  from: startsAt.toISOString(),
});

/** Lists current values, defaults, and scheduled changes. */
export const settingsList = declareLook({
  name: 'settings list',
  params: {},
  roles: ['admin', 'desk', 'treasury', 'payments', 'auditor'],
  words: wordsOf('settings list'),
  async show({ sql, mode }) {
    const coming = await readComing(sql);
    const settings = await Promise.all(
      allSettings.map(async (each) => ({
        key: each.key,
        value: await readSetting(sql, each, mode),
        standard: each.standard(mode),
        description: each.description,
        coming: coming
          .filter(({ key }) => key === each.key)
          .map((planned) => ({
            number: Number(planned.number),
            value: planned.value,
            from: planned.startsAt.toISOString(),
            by: planned.madeBy,
          })),
      })),
    );
    const lines = settings.flatMap(({ key, value: present, standard, description, coming: planned }) => [
      `${key} = ${JSON.stringify(present)}  (default ${JSON.stringify(standard)})  ${description}`,
      ...planned.map(
        (each) =>
          `  ${each.number}: ${JSON.stringify(each.value)} from ${each.from}, scheduled by ${each.by || 'nobody'}`,
      ),
    ]);
    return { lines, json: settings };
  },
});
