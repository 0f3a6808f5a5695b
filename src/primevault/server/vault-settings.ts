import * as z from 'zod/mini';
import { toJsonNumber } from '#money/money.ts';
import { declareSetting } from '#settings/server/settings.ts';
import { planAmounts, planDays, planRate } from '#positions/server/plan-schemas.ts';
import { standardPlan } from '../vault-plan.ts';

/** The vault's settings for the operator. They apply to what is opened from then on; agreed terms do not change. */
export const vaultDays = declareSetting({
  key: 'primevault.days',
  unit: 'days',
  description: 'The vault’s term in days, at least 30: no position that earns a bonus may end sooner',
  schema: planDays,
  standard: () => standardPlan.days,
});

export const vaultRate = declareSetting({
  key: 'primevault.rate',
  unit: 'percent',
  description: 'What the vault returns at the end, in per cent of the amount, with at most two decimals',
  schema: planRate,
  standard: () => toJsonNumber(standardPlan.rate),
});

export const vaultAmounts = declareSetting({
  key: 'primevault.amounts',
  unit: 'amounts',
  description: 'The amounts that the vault accepts, in whole dollars, ascending, like [100,250,500]',
  schema: planAmounts,
  standard: () => [...standardPlan.amounts],
});

export const codeMostPromised = declareSetting({
  key: 'primevault.code_most_promised_usd',
  unit: 'usd',
  description:
    'How many USD the points of one promotional code may add to the profits of all investments together, in whole dollars, 1 to 10000000. Codes that exist keep their own',
  schema: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  standard: () => 50_000,
});

export const vaultSettings = [vaultDays, vaultRate, vaultAmounts, codeMostPromised];
