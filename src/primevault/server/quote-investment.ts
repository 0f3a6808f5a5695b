import { amountOf } from '#money/amount.ts';
import { type Percent, percent, toJsonNumber } from '#money/money.ts';
import { promisedProfit } from '#positions/promised-profit.ts';
import type { Config } from '#settings/server/config.ts';
import type { Database } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import type { Quote, quoteInvestment as contract } from '../contract.ts';
import { isCode, isUsable } from '../promocode.ts';
import { refuseVault } from '../refusals.ts';
import { rateWith, takesAmount } from '../vault-plan.ts';
import { countGuess } from './count-guess.ts';
import { readUsesBy } from './promocode-claims.ts';
import { readPromocode } from './promocode-store.ts';
import { readVaultPlan } from './read-vault-plan.ts';
import { refuseOwnUses, refusePromocode } from './refuse-promocode.ts';

type QuoteRequest = Pick<CallRequest<typeof contract>, 'investor' | 'query' | 'address'>;

/** The terms that a deposit would get now. Nothing is reserved: the last use of a code may be gone by the deposit. */
export async function quoteInvestment(db: Database, mode: Config['mode'], request: QuoteRequest): Promise<Quote> {
  const amount = amountOf(request.query.amount);
  const code = request.query.promocode ?? '';
  const [plan, readPoints] = await Promise.all([readVaultPlan(db, mode), lookUp(db, code, request)]);
  if (!takesAmount(plan, amount)) throw refuseVault('amount_not_allowed');
  const points = readPoints();
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

/** Returns the code's points as a function, because an amount the vault does not take is refused first if both are wrong. */
async function lookUp(db: Database, code: string, { investor, query, address }: QuoteRequest): Promise<() => Percent> {
  const { id, now } = investor;
  const amount = amountOf(query.amount);
  if (code === '') return () => percent('0');
  if (!isCode(code)) return refusing(refusePromocode(code, null, { amount, now }));
  const [guess, promocode, ownUses] = await Promise.all([
    countGuess(db, id, address),
    readPromocode(db, code),
    readUsesBy(db, code, id),
  ]);
  if (promocode) await guess.takeBack();
  if (!promocode || !isUsable(promocode, amount, now)) {
    return refusing(refusePromocode(code, promocode, { amount, now }));
  }
  return ownUses < promocode.usesPerCustomer ? () => promocode.points : refusing(refuseOwnUses(promocode));
}

function refusing(refusal: Error): () => never {
  return () => {
    throw refusal;
  };
}
