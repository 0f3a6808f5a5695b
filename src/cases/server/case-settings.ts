import * as z from 'zod/mini';
import { declareSetting, type Setting } from '#settings/server/settings.ts';
import type { SettingUnit } from '#platform/setting-units.ts';

const wholeNumber = (
  key: string,
  unit: SettingUnit,
  description: string,
  least: number,
  most: number,
  standard: number,
): Setting<number> =>
  declareSetting({
    key: `cases.${key}`,
    unit,
    description,
    schema: z.int().check(z.gte(least), z.lte(most)),
    standard: () => standard,
  });

export const accountsPerDevice = wholeNumber(
  'accounts_per_device',
  'count',
  'Alert when at least this many customers log in from one device',
  2,
  1000,
  3,
);
export const accountsPerAddress = wholeNumber(
  'accounts_per_address',
  'count',
  'Alert when at least this many customers log in from one network address',
  2,
  10_000,
  10,
);
export const accountsPerHolder = wholeNumber(
  'accounts_per_holder',
  'count',
  'Alert when the money of at least this many customers goes to one holder at the brokerage',
  2,
  1000,
  2,
);
export const inOutHours = wholeNumber(
  'in_out_hours',
  'hours',
  'Alert when money is brought and taken out again within this many hours',
  1,
  720,
  48,
);
export const inOutPercent = wholeNumber(
  'in_out_percent',
  'percent',
  'Alert when at least this percentage of what was brought is taken out again soon',
  1,
  100,
  80,
);
export const inOutLeastUsd = wholeNumber(
  'in_out_least_usd',
  'usd',
  'Alert when at least this many US dollars are brought and taken out again soon',
  1,
  1_000_000_000,
  1000,
);
export const handOverHours = wholeNumber(
  'hand_over_hours',
  'hours',
  'Within how many hours money that one member of a tree takes out and another brings counts as handed over',
  1,
  720,
  72,
);
export const handOverTimes = wholeNumber(
  'hand_over_times',
  'count',
  'Alert when members of one tree hand money over at least this many times in 30 days',
  1,
  1000,
  3,
);

/**
 * Five years, with the leap days that they can have: for so long Brazilian law (Law 9.613/98, article 10, § 2; Circular 3.978/2020, article 67
 * for supervised institutions) wants the analysis of a suspicion kept, with what it rests on.
 */
export const fileKeepDays = wholeNumber(
  'file_keep_days',
  'days',
  'For how many days after a case was closed its files are kept, because the law requires the analysis of a suspicion to be kept',
  30,
  7300,
  5 * 365 + 2,
);

export const caseSettings: readonly Setting[] = [
  fileKeepDays,
  accountsPerDevice,
  accountsPerAddress,
  accountsPerHolder,
  inOutHours,
  inOutPercent,
  inOutLeastUsd,
  handOverHours,
  handOverTimes,
];
