import type { Command } from '../command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { foreseeSetting, readReplaced, writeChange } from '../change-setting.ts';
import { readValue } from '#commands/server/params.ts';
import { authorOf } from '#commands/server/operator.ts';
import { recordAction } from '../record-action.ts';
import { losesBySettings } from '../losing-settings.ts';
import { readInstant } from '../read-instant.ts';
import { holdSettings, lastCallSeconds, withdrawVersion } from '#settings/server/setting-versions.ts';
import { transaction } from '#database/server/transaction.ts';

/** Schedules a change of a setting at a future instant, for every process. Running positions keep the terms they were opened with. */
export const settingsSchedule: Command = {
  name: 'settings schedule',
  words: ['KEY', 'VALUE'],
  required: ['from'],
  optional: ['was'],
  summary: 'Change a setting from a given instant of business time, such as 2030-01-31T00:00:00Z',
  check: ({ options: { from = '' } }) => void readInstant(from),
  foresee: (lastro, { words: [key = '', typed = ''], options: { from = '', was } }) =>
    foreseeSetting(lastro, { key, typed, startsAt: readInstant(from), was }),
  pin: async (lastro, { words: [key = ''], options: { from = '' } }) => ({
    was: await readReplaced(lastro, { key, startsAt: readInstant(from) }),
  }),
  async run(lastro, { words: [key = '', typed = ''], options: { from = '', was } }) {
    const startsAt = readInstant(from);
    const { db, operator, mode, commandNames } = lastro;
    const value = readValue(typed);
    await transaction(db, async (tx) => {
      const on = { tx, mode, by: authorOf(operator).name, commandNames };
      const replaced = { value: await writeChange(on, { key, typed, startsAt, was }) };
      const details = { key, value: JSON.stringify(value), from: startsAt.toISOString() };
      await recordAction(tx, { operator, action: 'settings schedule', details, was: replaced });
    });
    return {
      lines: [`${key} will be ${JSON.stringify(value)} from ${startsAt.toISOString()}.`],
      json: { key, value, from: startsAt.toISOString() },
    };
  },
};

/** Withdraws a scheduled change that has not taken effect. The values that would apply without it are checked as if they were set. */
export const settingsWithdraw: Command = {
  name: 'settings withdraw',
  words: ['NUMBER'],
  summary: 'Withdraw a scheduled change of a setting that has not begun; "settings list" shows its number',
  check({ words: [typed = ''] }) {
    if (!/^[1-9]\d{0,17}$/.test(typed)) throw new Mistyped(`Not a number: ${typed}.`);
  },
  async run({ db, operator, mode }, { words: [typed = ''] }) {
    const { key, value, startsAt } = await transaction(db, async (tx) => {
      await holdSettings(tx);
      const gone = await withdrawVersion(tx, BigInt(typed), authorOf(operator).name);
      if (!gone) {
        const why = `Change ${typed} cannot be withdrawn: it does not exist, was withdrawn, or begins within ${lastCallSeconds} seconds.`;
        throw new CommandRefused('nothing_planned', why);
      }
      const loses = await losesBySettings(tx, gone.key, mode);
      if (loses) throw new CommandRefused('losing_value', `Without it: ${loses}`);
      const details = {
        key: gone.key,
        value: JSON.stringify(gone.value),
        from: gone.startsAt.toISOString(),
        number: typed,
      };
      await recordAction(tx, { operator, action: 'settings withdraw', details });
      return gone;
    });
    return {
      lines: [`${key} will not become ${JSON.stringify(value)} at ${startsAt.toISOString()}.`],
      json: { key, value, from: startsAt.toISOString() },
    };
  },
};
