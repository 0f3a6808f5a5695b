import { readSetting } from '#settings/server/settings.ts';
import { readComing } from '#settings/server/setting-versions.ts';
import { allSettings } from '../all-settings.ts';
import type { Command } from '../command.ts';

/** Lists current values, defaults, and scheduled changes. */
export const settingsList: Command = {
  name: 'settings list',
  summary: 'List the settings with their values and scheduled changes',
  isLook: true,
  async run({ db, mode }) {
    const coming = await readComing(db);
    const settings = await Promise.all(
      allSettings.map(async (setting) => ({
        key: setting.key,
        value: await readSetting(db, setting, mode),
        standard: setting.standard(mode),
        description: setting.description,
        coming: coming
          .filter(({ key }) => key === setting.key)
          .map(({ number, value, startsAt, madeBy }) => ({
            number: Number(number),
            value,
            from: startsAt.toISOString(),
            by: madeBy,
          })),
      })),
    );
    const lines = settings.flatMap(({ key, value, standard, description, coming: planned }) => {
      const unset = JSON.stringify(standard);
      return [
        `${key} = ${JSON.stringify(value)}  (default ${unset})  ${description}`,
        ...planned.map(
          (each) =>
            `  ${each.number}: ${JSON.stringify(each.value)} from ${each.from}, scheduled by ${each.by || 'nobody'}`,
        ),
      ];
    });
    return { lines, json: settings };
  },
};
