import { toJsonNumber } from '#money/money.ts';
import { standardCancelFee, stakePlans } from '#stakes/plans.ts';
import type { Catalog } from '../contract.ts';

/** The catalog with every setting at its default, and copytrade open. */
export function catalogOfToday(different: Partial<Catalog> = {}): Catalog {
  return {
    Stake: {
      Periods: stakePlans.map(({ days, rate, amounts, offered }) => ({
        Days: days,
        Rate: toJsonNumber(rate),
        Amounts: [...amounts],
        Offered: offered,
      })),
      CancelFee: toJsonNumber(standardCancelFee),
    },
    Copytrade: { Open: true, Amounts: [50, 100, 250], Days: 30 },
    Vault: { Days: 180, Rate: 30, Amounts: [100, 250, 500] },
    Primezord: { EntryFee: 50, Amounts: [25, 50, 100], Days: 30 },
    Currencies: ['brl', 'usdt'],
    Fees: { StakeCancel: 40, Deposit: 0, WithdrawBrl: 0, WithdrawUsdt: 2 },
    Minimums: { Deposit: 0.01 },
    Network: { Bonus: 5, Residual: [3, 2, 1], BonusCapDay: 2500, BonusCapMonth: 10_000 },
    Links: {
      Broker: 'https://broker.example',
      Support: 'mailto:ajuda@lastro.example',
      Affiliate: 'https://lastro.example/auth/register?ref=',
    },
    ...different,
  };
}
