import { amountOf } from '#money/amount.ts';
import { type Micros, type Percent, percent, toJsonNumber } from '#money/money.ts';
import type { Config } from '#platform/server/config.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Investor } from '#platform/server/investor.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { Quote, quoteInvestment as contract } from '../contract.ts';
import { isCode, isUsable, normaliseCode } from '../promocode.ts';
import { refuseVault } from '../refusals.ts';
import { promisedProfit, rateWith, takesAmount } from '../vault-plan.ts';
import { readPromocode, readUsesBy } from './promocode-store.ts';
import { readVaultPlan } from './read-vault-plan.ts';
import { refuseOwnUses, refusePromocode } from './refuse-promocode.ts';

/** What a deposit of this moment would be agreed at. It reserves nothing: the last use of a code may be gone by then. */
export async function quoteInvestment(
  sql: Sql,
  mode: Config['mode'],
  { investor, query }: Pick<CallRequest<typeof contract>, 'investor' | 'query'>,
): Promise<Quote> {
  const amount = amountOf(query.amount);
  const plan = await readVaultPlan(sql, mode);
  if (!takesAmount(plan, amount)) throw refuseVault('amount_not_allowed');

  const code = normaliseCode(query.promocode ?? '');
  const points = code === '' ? percent('0') : await readPoints(sql, code, amount, investor);
  const rate = rateWith(plan.rate, points);

  return {
    Rate: toJsonNumber(rate),
    Points: toJsonNumber(points),
    Amount: toJsonNumber(amount),
    Profit: toJsonNumber(promisedProfit(amount, rate)),
    Days: plan.days,
    Promocode: code || null,
  };
}

async function readPoints(sql: Sql, code: string, amount: Micros, { id, now }: Investor): Promise<Percent> {
  const promocode = isCode(code) ? await readPromocode(sql, code) : null;
  if (!promocode || !isUsable(promocode, amount, now)) throw refusePromocode(code, promocode, now);
  if ((await readUsesBy(sql, code, id)) >= promocode.usesPerCustomer) throw refuseOwnUses(promocode);
  return promocode.points;
}
