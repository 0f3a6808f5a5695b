import * as z from 'zod/mini';
import { toJsonNumber } from '#money/money.ts';
import { declareSetting } from '#platform/server/settings.ts';
import { standardPlan } from '../vault-plan.ts';

/** What a turn of whoever owns both ends of a bonus costs them at least is reckoned by this (docs/decisions/0036). */
const shortestTerm = 30;

/** What the operator may change of the vault. It holds for what is opened from then on; what was agreed stays agreed. */
export const vaultDays = declareSetting({
  key: 'primevault.days',
  unit: 'days',
  description: 'How many days the vault keeps an amount, 30 at least: no position that earns a bonus ends sooner',
  schema: z.int().check(z.gte(shortestTerm), z.lte(3650)),
  standard: () => standardPlan.days,
});

export const vaultRate = declareSetting({
  key: 'primevault.rate',
  unit: 'percent',
  description: 'What the vault gives at the end, in per cent of the amount, with at most two decimals',
  schema: z.number().check(z.gte(0.01), z.lte(1000), z.refine(hasTwoDecimals)),
  standard: () => toJsonNumber(standardPlan.rate),
});

export const vaultAmounts = declareSetting({
  key: 'primevault.amounts',
  unit: 'amounts',
  description: 'The amounts that the vault takes, in whole dollars, ascending, like [100,250,500]',
  schema: z
    .array(z.int().check(z.gte(1), z.lte(1_000_000)))
    .check(z.minLength(1), z.maxLength(40), z.refine(isAscending)),
  standard: () => [...standardPlan.amounts],
});

export const vaultSettings = [vaultDays, vaultRate, vaultAmounts];

function hasTwoDecimals(value: number): boolean {
  return Number(value.toFixed(2)) === value;
}

function isAscending(amounts: number[]): boolean {
  return amounts.every((amount, at) => at === 0 || amount > (amounts[at - 1] as number));
}
