import * as z from 'zod/mini';
import { toJsonNumber } from '#money/money.ts';
import { declareOffer } from '#positions/server/offer.ts';
import { readVaultPlan } from './read-vault-plan.ts';

export const vaultOffer = declareOffer({
  terms: z.object({ Days: z.int(), Rate: z.number(), Amounts: z.array(z.number()) }),
  read: async (sql, mode) => {
    const { days, rate, amounts } = await readVaultPlan(sql, mode);
    return { Days: days, Rate: toJsonNumber(rate), Amounts: [...amounts] };
  },
});
