import { readSetting } from '#settings/server/settings.ts';
import { declareOffer } from '#positions/server/offer.ts';
import { readTaxRate, taxOf } from '#positions/server/tax-settings.ts';
import { stakeOffer as terms } from '../contract.ts';
import { cancelFeePercent, stakePlansSetting } from './stake-settings.ts';

/** The terms that stakes currently offer, as set by the operator. */
export const stakeOffer = declareOffer({
  terms,
  read: async (sql, mode) => {
    const [plans, CancelFee, tax] = await Promise.all([
      readSetting(sql, stakePlansSetting, mode),
      readSetting(sql, cancelFeePercent, mode),
      readTaxRate(sql, mode),
    ]);
    const Periods = plans.map(({ days, rate, amounts, offered }) => ({
      Days: days,
      Rate: rate,
      Amounts: [...amounts],
      Offered: offered,
    }));
    return { Periods, CancelFee, ...taxOf(tax) };
  },
});
