import type { Command } from '../command.ts';
import { changeSetting, foreseeSetting, readReplaced } from '../change-setting.ts';

/** Changes a setting for every process immediately. Scheduled changes stay scheduled. */
export const settingsSet: Command = {
  name: 'settings set',
  words: ['KEY', 'VALUE'],
  optional: ['was'],
  summary: 'Change a setting; with --was only if that is its value',
  foresee: (lastro, { words: [key = '', typed = ''], options: { was } }) => foreseeSetting(lastro, { key, typed, was }),
  pin: async (lastro, { words: [key = ''] }) => ({ was: await readReplaced(lastro, { key }) }),
  async run(lastro, { words: [key = '', typed = ''], options: { was } }) {
    const value = await changeSetting(lastro, { key, typed, was });
    return { lines: [`${key} is now ${JSON.stringify(value)}.`], json: { key, value } };
  },
};
