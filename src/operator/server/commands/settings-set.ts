import { declareCommand } from '#commands/server/declaration.ts';
import { pinned, setting, value, word } from '#commands/server/params.ts';
import { foreseeSetting, readReplaced, writeChange } from '../change-setting.ts';
import { wordsOf } from './words.ts';

/** Changes a setting for every process immediately; with what it replaces, only if that is its value. Scheduled changes stay scheduled. */
export const settingsSet = declareCommand({
  name: 'settings set',
  params: { key: word(setting), value: word(value), was: pinned(value) },
  facts: {},
  replaces: { value: 'was' },
  roles: ['admin', 'desk'],
  effect: 'bound',
  words: wordsOf('settings set'),
  foresee: ({ sql, mode, commandNames }, change) => foreseeSetting({ db: sql, mode, commandNames }, typedOf(change)),
  pin: async ({ sql, mode }, { key }) => ({
    was: JSON.parse(await readReplaced({ db: sql, mode }, { key })) as unknown,
  }),
  async run(on, change) {
    return { outcome: 'set', facts: {}, was: { value: await writeChange(on, typedOf(change)) } };
  },
});

function typedOf({ key, value: json, was }: { key: string; value: unknown; was: unknown }) {
  return { key, typed: JSON.stringify(json), was: was === undefined ? undefined : JSON.stringify(was) };
}
