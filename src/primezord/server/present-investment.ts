import { progressOf } from '#money/accrual.ts';
import { toJsonNumber } from '#money/money.ts';
import { wireState } from '#positions/registry.ts';
import type { Position } from '#positions/server/position-store.ts';
import type { Investment } from '../contract.ts';

/** An investment as its owner sees it at this moment. */
export function presentInvestment(position: Position, now: Date): Investment {
  const { id, startedAt, endsAt, amount, result, closedAt, state } = position;
  return {
    Id: id,
    Date: startedAt.toISOString(),
    End: endsAt.toISOString(),
    Amount: toJsonNumber(amount),
    Profit: toJsonNumber(result),
    Progress: progressOf(startedAt, endsAt, closedAt ?? now),
    Status: wireState('primezord', state),
  };
}
