import { progressOf } from '#money/accrual.ts';
import { toJsonNumber } from '#money/money.ts';
import type { Investment } from '../contract.ts';
import type { InvestmentRecord } from './investment-store.ts';

/** An investment as its owner sees it at this moment. */
export function presentInvestment(investment: InvestmentRecord, now: Date): Investment {
  return {
    Id: investment.id,
    Date: investment.startedAt.toISOString(),
    End: investment.endsAt.toISOString(),
    Amount: toJsonNumber(investment.amount),
    Profit: toJsonNumber(investment.result),
    Progress: progressOf(investment.startedAt, investment.endsAt, investment.closedAt ?? now),
    Status: investment.status,
  };
}
