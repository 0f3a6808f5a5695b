import { toJsonNumber } from '#money/money.ts';
import { declareOffer } from '#positions/server/offer.ts';
import { stakeOffer as terms } from '../contract.ts';
import { cancelFee, stakePlans } from '../plans.ts';

export const stakeOffer = declareOffer({
  terms,
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
