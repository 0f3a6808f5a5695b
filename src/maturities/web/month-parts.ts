import type { MaturityMonth } from '../contract.ts';

/** What a month's sum is made of, from the foot of its bar upwards. */
export const monthParts = ['Stake', 'Vault', 'Copytrade', 'Primezord'] as const;
export type MonthPart = (typeof monthParts)[number];

/** The product's name among the texts. */
export const namesOfParts = {
  Stake: 'stake',
  Vault: 'vault',
  Copytrade: 'copytrade',
  Primezord: 'primezord',
} as const;

/** The products that anything comes back from, in any of these months. */
export function partsOf(months: readonly MaturityMonth[]): MonthPart[] {
  return monthParts.filter((part) => months.some((month) => month[part] > 0));
}
