import { type Percent, toJsonNumber } from '#money/money.ts';
import { dayMs } from '#platform/clock.ts';
import type { Position } from '#positions/server/position-store.ts';
import { presentPosition } from '#positions/server/present-position.ts';
import type { Stake } from '../contract.ts';

/** A stake as its owner sees it now. A finished one has all its profit, a cancelled one has forfeited it. */
export function presentStake(stake: Position, now: Date): Stake {
  return {
    ...presentPosition('stake', stake, now),
    Days: (stake.endsAt.getTime() - stake.startedAt.getTime()) / dayMs,
    Rate: toJsonNumber(stake.rate as Percent),
    CancelFee: toJsonNumber(stake.cancelFee as Percent),
  };
}
