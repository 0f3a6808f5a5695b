import { readSetting, type Setting, writeSetting } from '#platform/server/settings.ts';
import { transaction } from '#platform/server/transaction.ts';
import { allSettings } from '../all-settings.ts';
import { type Command, CommandRefused } from '../command.ts';
import { losesBySettings } from '../losing-settings.ts';
import { recordAction } from '../record-action.ts';

/** Changes a setting for every process at once. */
export const settingsSet: Command = {
  name: 'settings set',
  words: ['KEY', 'VALUE'],
  summary: 'Change a setting',
  async run({ db, operator, mode }, { words: [key = '', typed = ''] }) {
    const setting = requireSetting(key);
    const value = readValue(typed);
    await transaction(db, async (tx) => {
      // Two settings that are judged by each other are not changed at the same moment.
      await tx.query('LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE');
      const before = await readSetting(tx, setting, mode);
      if (!(await writeSetting(tx, setting, value))) {
        throw new CommandRefused('invalid_value', `${key} cannot be ${typed}. ${setting.description}.`);
      }
      const loses = await losesBySettings(tx, key, mode);
      if (loses) throw new CommandRefused('losing_value', `${key} cannot be ${typed}. ${loses}`);
      const [details, was] = [{ key, value: JSON.stringify(value) }, { value: JSON.stringify(before) }];
      await recordAction(tx, { operator, action: 'settings set', details, was, isNow: { value: details.value } });
    });
    return { lines: [`${key} is ${JSON.stringify(value)} now.`], json: { key, value } };
  },
};

function requireSetting(key: string): Setting {
  const setting = allSettings.find((each) => each.key === key);
  if (setting) return setting;
  const known = allSettings.map((each) => each.key).join(', ');
  throw new CommandRefused('unknown_setting', `There is no setting ${key}. There are: ${known}.`);
}

/** Numbers, true, false and lists as JSON; anything else is the text itself. */
function readValue(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}
