import * as z from 'zod/mini';
import { declareSetting, type Setting } from '#platform/server/settings.ts';
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
  'From how many customers who log in from one device on there is an alert',
  2,
  1000,
  3,
);
export const accountsPerAddress = wholeNumber(
  'accounts_per_address',
  'count',
  'From how many customers who log in from one network address on there is an alert',
  2,
  10_000,
  10,
);
export const accountsPerHolder = wholeNumber(
  'accounts_per_holder',
  'count',
  'From how many customers whose money goes to one holder at the brokerage on there is an alert',
  2,
  1000,
  2,
);
export const inOutHours = wholeNumber(
  'in_out_hours',
  'hours',
  'Within how many hours money that is brought and taken out again is an alert',
  1,
  720,
  48,
);
export const inOutPercent = wholeNumber(
  'in_out_percent',
  'percent',
  'From how many percent of what was brought on, taken out again soon, there is an alert',
  1,
  100,
  80,
);
export const inOutLeastUsd = wholeNumber(
  'in_out_least_usd',
  'usd',
  'From how many US dollars on money that is brought and taken out again soon is an alert',
  1,
  1_000_000_000,
  1000,
);
export const handOverHours = wholeNumber(
  'hand_over_hours',
  'hours',
  'Within how many hours what one member of a tree takes out and another brings counts as handed over',
  1,
  720,
  72,
);
export const handOverTimes = wholeNumber(
  'hand_over_times',
  'count',
  'From how many times in 30 days on that members of one tree hand money over there is an alert',
  1,
  1000,
  3,
);

export const caseSettings: readonly Setting[] = [
  accountsPerDevice,
  accountsPerAddress,
  accountsPerHolder,
  inOutHours,
  inOutPercent,
  inOutLeastUsd,
  handOverHours,
  handOverTimes,
];
