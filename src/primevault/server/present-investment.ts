import { accruedProfit, progressOf } from '#money/accrual.ts';
import { toJsonNumber } from '#money/money.ts';
import type { Investment } from '../contract.ts';
import type { InvestmentRecord } from './investment-store.ts';

/** A vault investment as its owner sees it at this moment. An expired one has all its profit. */
export function presentInvestment(investment: InvestmentRecord, now: Date): Investment {
  const { startedAt, endsAt, promisedProfit } = investment;
  const seenAt = investment.status === 'expired' ? endsAt : now;
  return {
    Id: investment.id,
    Start: startedAt.toISOString(),
    End: endsAt.toISOString(),
    Rate: toJsonNumber(investment.rate),
    Amount: toJsonNumber(investment.amount),
    Profit: toJsonNumber(accruedProfit(promisedProfit, startedAt, endsAt, seenAt)),
    Progress: progressOf(startedAt, endsAt, seenAt),
    Status: investment.status,
    Promocode: investment.promocode,
  };
}
