import { promisedProfit } from '#positions/promised-profit.ts';
import { amountOf } from '#money/amount.ts';
import { toJsonNumber } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import type { Tx } from '#database/server/database.ts';
import { datedWithTerms } from '#http/server/investor.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { isAnotherThanShown } from '#positions/quoted-terms.ts';
import { type NewPosition, openPosition } from '#positions/server/open-position.ts';
import type { Investment, openInvestment as contract } from '../contract.ts';
import { refuseVault } from '../refusals.ts';
import { rateWith, takesAmount } from '../vault-plan.ts';
import type { PreparedInvestment } from './prepare-investment.ts';
import { presentInvestment } from './present-investment.ts';
import { takeClaim } from './promocode-claims.ts';

/** What an investment in the vault locks and what it promises, promotional points included (V2, V3). */
export function decideInvestment(
  { investor, body, headers }: Pick<CallRequest<typeof contract>, 'investor' | 'body' | 'headers'>,
  { plan, readAt, isAccepted, code, points, refusal }: Omit<PreparedInvestment, 'claim'>,
): NewPosition {
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
  const startedAt = datedWithTerms(investor, readAt);
  return {
    product: 'primevault',
    customerId: investor.id,
    amount,
    rate,
    promised: promisedProfit(amount, rate),
    taxRate: plan.tax,
    startedAt,
    endsAt: addDays(startedAt, plan.days),
    terms: code === null ? {} : { promocode: code },
  };
}

/** The investment of a call with a code, which takes the use that was claimed for it. */
export async function openInvestment(
  tx: Tx,
  call: Pick<CallRequest<typeof contract>, 'investor' | 'body' | 'headers'>,
  prepared: PreparedInvestment,
): Promise<Investment> {
  const position = openPosition(tx, decideInvestment(call, prepared));
  if (prepared.claim) takeClaim(tx, prepared.claim.id, call.investor.id, position.id);
  return presentInvestment(position, position.startedAt);
}
