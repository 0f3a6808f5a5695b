import { readSetting } from '#platform/server/settings.ts';
import { allSettings } from '../all-settings.ts';
import type { Command } from '../command.ts';

export const settingsList: Command = {
  name: 'settings list',
  summary: 'List the settings with their values',
  async run({ db, mode }) {
    const settings = await Promise.all(
      allSettings.map(async (setting) => ({
        key: setting.key,
        value: await readSetting(db, setting, mode),
        standard: setting.standard(mode),
        description: setting.description,
      })),
    );
    const lines = settings.map(({ key, value, standard, description }) => {
      const unset = JSON.stringify(standard);
      return `${key} = ${JSON.stringify(value)}  (${unset} unless set)  ${description}`;
    });
    return { lines, json: settings };
  },
};
