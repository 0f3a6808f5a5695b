import { toJsonNumber } from '#money/money.ts';
import { declareSetting } from '#platform/server/settings.ts';
import { planAmounts, planDays, planRate } from '#positions/server/plan-schemas.ts';
import { standardPlan } from '../vault-plan.ts';

/** The vault's settings for the operator. They apply to what is opened from then on; agreed terms do not change. */
export const vaultDays = declareSetting({
  key: 'primevault.days',
  unit: 'days',
  description: 'How many days the vault keeps an amount, 30 at least: no position that earns a bonus ends sooner',
  schema: planDays,
  standard: () => standardPlan.days,
});

export const vaultRate = declareSetting({
  key: 'primevault.rate',
  unit: 'percent',
  description: 'What the vault gives at the end, in per cent of the amount, with at most two decimals',
  schema: planRate,
  standard: () => toJsonNumber(standardPlan.rate),
});

export const vaultAmounts = declareSetting({
  key: 'primevault.amounts',
  unit: 'amounts',
  description: 'The amounts that the vault takes, in whole dollars, ascending, like [100,250,500]',
  schema: planAmounts,
  standard: () => [...standardPlan.amounts],
});

export const vaultSettings = [vaultDays, vaultRate, vaultAmounts];
