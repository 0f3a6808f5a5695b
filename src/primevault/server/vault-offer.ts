import { toJsonNumber } from '#money/money.ts';
import { declareOffer } from '#positions/server/offer.ts';
import { taxOf } from '#positions/server/tax-settings.ts';
import { vaultOffer as terms } from '../contract.ts';
import { readVaultPlan } from './read-vault-plan.ts';

export const vaultOffer = declareOffer({
  terms,
  read: async (sql, mode) => {
    const { days, rate, amounts, tax } = await readVaultPlan(sql, mode);
    return { Days: days, Rate: toJsonNumber(rate), Amounts: [...amounts], ...taxOf(tax) };
  },
});
