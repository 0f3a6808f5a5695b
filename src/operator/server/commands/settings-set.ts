import type { Command } from '../command.ts';
import { changeSetting, foreseeSetting } from '../change-setting.ts';

/** Changes a setting for every process immediately. Scheduled changes stay scheduled. */
export const settingsSet: Command = {
  name: 'settings set',
  words: ['KEY', 'VALUE'],
  summary: 'Change a setting',
  foresee: (lastro, { words: [key = '', typed = ''] }) => foreseeSetting(lastro, { key, typed }),
  async run(lastro, { words: [key = '', typed = ''] }) {
    const value = await changeSetting(lastro, { key, typed });
    return { lines: [`${key} is now ${JSON.stringify(value)}.`], json: { key, value } };
  },
};
