/** What the value of a setting is a measure of. */
export const settingUnits = [
  'open',
  'days',
  'hours',
  'minutes',
  'percent',
  'percents',
  'usd',
  'brl',
  'amounts',
  'count',
  'rates',
  'commands',
  'plans',
] as const;
export type SettingUnit = (typeof settingUnits)[number];
