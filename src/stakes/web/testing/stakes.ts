import { toJsonNumber } from '#money/money.ts';
import { dayMs } from '#platform/clock.ts';
import type { Stake, StakeOffer } from '../../contract.ts';
import { standardCancelFee, stakePlans } from '../../plans.ts';

/** A stake of 300 for 60 days, a third of the way through. */
export function stakeOf(different: Partial<Stake> = {}): Stake {
  const Start = '2026-03-02T12:00:00.000Z';
  return {
    Id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    Start,
    End: new Date(Date.parse(Start) + 60 * dayMs).toISOString(),
    Days: 60,
    Rate: 25,
    CancelFee: 40,
    Amount: 300,
    Profit: 25,
    Progress: 33.33,
    Status: 'in_progress',
    ...different,
  };
}

/** The offer of an operator who has set nothing. */
export function offerOf(different: Partial<StakeOffer> = {}): StakeOffer {
  return {
    Periods: stakePlans.map(({ days, rate, amounts, offered }) => ({
      Days: days,
      Rate: toJsonNumber(rate),
      Amounts: [...amounts],
      Offered: offered,
    })),
    CancelFee: toJsonNumber(standardCancelFee),
    ...different,
  };
}
