import { promisedProfit } from '#positions/promised-profit.ts';
import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { amountOf } from '#money/amount.ts';
import { toJsonNumber } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import type { Tx } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { isAnotherThanShown } from '#positions/quoted-terms.ts';
import { openPosition } from '#positions/server/open-position.ts';
import type { Investment, openInvestment as contract } from '../contract.ts';
import { refuseVault } from '../refusals.ts';
import { rateWith, takesAmount } from '../vault-plan.ts';
import type { PreparedInvestment } from './prepare-investment.ts';
import { presentInvestment } from './present-investment.ts';
import { takeClaim } from './promocode-claims.ts';

/** Invests the amount in the vault and sets the whole promised profit aside, promotional points included (V2, V3). */
export async function openInvestment(
  tx: Tx,
  { investor, body, headers }: Pick<CallRequest<typeof contract>, 'investor' | 'body' | 'headers'>,
  { plan, isAccepted, code, points, claim, refusal }: PreparedInvestment,
  events: DomainEvents = noSubscribers,
): Promise<Investment> {
  const amount = amountOf(body.amount);
  if (!takesAmount(plan, amount)) throw refuseVault('amount_not_allowed');
  if (isAnotherThanShown(headers, plan)) {
    throw refuseVault('terms_changed', {
      rate: toJsonNumber(plan.rate),
      days: plan.days,
      ...(plan.tax > 0n && { tax: toJsonNumber(plan.tax) }),
    });
  }
  if (!isAccepted) throw refuseVault('vault_terms_required');
  if (refusal) throw refusal;

  const rate = rateWith(plan.rate, points);
  const position = await openPosition(
    tx,
    {
      product: 'primevault',
      customerId: investor.id,
      amount,
      rate,
      promised: promisedProfit(amount, rate),
      taxRate: plan.tax,
      startedAt: investor.now,
      endsAt: addDays(investor.now, plan.days),
      terms: code === null ? {} : { promocode: code },
    },
    events,
  );
  if (claim) takeClaim(tx, claim.id, investor.id, position.id);
  return presentInvestment(position, investor.now);
}
