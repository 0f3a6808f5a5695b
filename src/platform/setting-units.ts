/** The units of settings' values. */
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
  'zone',
] as const;
export type SettingUnit = (typeof settingUnits)[number];
