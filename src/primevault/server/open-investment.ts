import { randomUUID } from 'node:crypto';
import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { post } from '#ledger/server/post.ts';
import { amountOf } from '#money/amount.ts';
import { type Micros, type Percent, percent } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Tx } from '#platform/server/database.ts';
import type { Investor } from '#platform/server/investor.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { Investment, openInvestment as contract } from '../contract.ts';
import { openingJournal } from '../journals.ts';
import { isCode, normaliseCode } from '../promocode.ts';
import { refuseVault } from '../refusals.ts';
import { promisedProfit, rateWith, takesAmount } from '../vault-plan.ts';
import { hasAccepted, insertInvestment, type InvestmentRecord } from './investment-store.ts';
import { readPromocode, useOnce, useOnceBy } from './promocode-store.ts';
import { readVaultPlan } from './read-vault-plan.ts';
import { refuseOwnUses, refusePromocode } from './refuse-promocode.ts';
import { presentInvestment } from './present-investment.ts';

/** Puts the amount into the vault and sets the whole promised profit aside, promotional points included (V2, V3). */
export async function openInvestment(
  tx: Tx,
  mode: Config['mode'],
  { investor, body }: Pick<CallRequest<typeof contract>, 'investor' | 'body'>,
  events: DomainEvents = noSubscribers,
): Promise<Investment> {
  const amount = amountOf(body.amount);
  const plan = await readVaultPlan(tx, mode);
  if (!takesAmount(plan, amount)) throw refuseVault('amount_not_allowed');
  if (!(await hasAccepted(tx, investor.id))) throw refuseVault('vault_terms_required');

  const code = normaliseCode(body.promocode ?? '');
  const points = code === '' ? percent('0') : await usePromocode(tx, code, amount, investor);
  const rate = rateWith(plan.rate, points);

  const investment: InvestmentRecord = {
    id: randomUUID(),
    customerId: investor.id,
    amount,
    rate,
    promisedProfit: promisedProfit(amount, rate),
    promocode: code || null,
    startedAt: investor.now,
    endsAt: addDays(investor.now, plan.days),
    status: 'active',
    closedAt: null,
  };

  await insertInvestment(tx, investment);
  await post(tx, openingJournal(investment), investment.startedAt);
  const { id: reference, customerId, startedAt: at } = investment;
  await events.onInvested(tx, { customerId, product: 'primevault', reference, amount, at });

  return presentInvestment(investment, investor.now);
}

/** The points of the code, with this use of it counted; whatever is refused afterwards gives the use back. */
async function usePromocode(tx: Tx, code: string, amount: Micros, { id, now }: Investor): Promise<Percent> {
  if (!isCode(code)) throw refusePromocode(code, null, now);
  const used = await useOnce(tx, code, amount, now);
  if (!used) throw refusePromocode(code, await readPromocode(tx, code), now);
  if (!(await useOnceBy(tx, used, id))) throw refuseOwnUses(used);
  return used.points;
}
