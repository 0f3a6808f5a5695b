import * as z from 'zod/mini';
import { toJsonNumber } from '#money/money.ts';
import { declareOffer } from '#positions/server/offer.ts';
import { cancelFee, stakePlans } from '../plans.ts';

const plan = z.object({ Days: z.int(), Rate: z.number(), Amounts: z.array(z.number()), Offered: z.boolean() });

export const stakeOffer = declareOffer({
  terms: z.object({ Periods: z.array(plan), CancelFee: z.number() }),
  read: async () => ({
    Periods: stakePlans.map(({ days, rate, amounts, offered }) => ({
      Days: days,
      Rate: toJsonNumber(rate),
      Amounts: [...amounts],
      Offered: offered,
    })),
    CancelFee: toJsonNumber(cancelFee),
  }),
});
