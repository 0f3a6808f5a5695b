import { toJsonNumber } from '#money/money.ts';
import { readSetting } from '#platform/server/settings.ts';
import { declareOffer } from '#positions/server/offer.ts';
import { stakeOffer as terms } from '../contract.ts';
import { cancelFee } from '../plans.ts';
import { stakePlansSetting } from './stake-settings.ts';

/** What stakes offer at this moment, as the operator has set it. */
export const stakeOffer = declareOffer({
  terms,
  read: async (sql, mode) => ({
    Periods: (await readSetting(sql, stakePlansSetting, mode)).map(({ days, rate, amounts, offered }) => ({
      Days: days,
      Rate: rate,
      Amounts: [...amounts],
      Offered: offered,
    })),
    CancelFee: toJsonNumber(cancelFee),
  }),
});
