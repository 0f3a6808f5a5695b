import { accruedProfit, progressOf } from '#money/accrual.ts';
import { type Micros, toJsonNumber, zero } from '#money/money.ts';
import type { Stake } from '../contract.ts';
import type { StakeRecord } from './stake-store.ts';

/** A stake as its owner sees it at this moment. A finished one has all its profit, a cancelled one has forfeited it. */
export function presentStake(stake: StakeRecord, now: Date): Stake {
  const seenAt = stake.closedAt ?? now;
  return {
    Id: stake.id,
    Start: stake.startedAt.toISOString(),
    End: stake.endsAt.toISOString(),
    Days: stake.days,
    Rate: toJsonNumber(stake.rate),
    Amount: toJsonNumber(stake.amount),
    Profit: toJsonNumber(profitOf(stake, now)),
    Progress: progressOf(stake.startedAt, stake.endsAt, seenAt),
    Status: stake.status,
  };
}

function profitOf(stake: StakeRecord, now: Date): Micros {
  if (stake.status === 'finished') return stake.promisedProfit;
  if (stake.status === 'canceled') return zero;
  return accruedProfit(stake.promisedProfit, stake.startedAt, stake.endsAt, now);
}
