import { amountOf } from '#money/amount.ts';
import { type Percent, percent } from '#money/money.ts';
import type { Refusal } from '#platform/refusal.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Database, Sql } from '#database/server/database.ts';
import type { CallOutcome, CallRequest } from '#http/server/serve.ts';
import type { openInvestment as contract } from '../contract.ts';
import { isCode, isUsable } from '../promocode.ts';
import { countGuess } from './count-guess.ts';
import { type ClaimAnswer, type ClaimRequest, claimUse, giveBack } from './promocode-claims.ts';
import { refuseOwnUses, refusePromocode } from './refuse-promocode.ts';

/** The state of a deposit's code before its transaction begins. */
export interface PreparedPromocode {
  /** A claimed use, which the investment takes or which is given back. */
  claim: { id: string; customerId: string } | null;
  code: string | null;
  points: Percent;
  /** Why it cannot be used. */
  refusal: Refusal | null;
  /** Clean-up that the transaction need not wait for. */
  tidied: Promise<unknown>;
}

/** A deposit without a code. */
export const noPromocode: PreparedPromocode = {
  claim: null,
  code: null,
  points: percent('0'),
  refusal: null,
  tidied: Promise.resolve(),
};

/**
 * Counts the guess and claims a use of the code under the call's key, concurrently: in a transaction of its own, because the code is shared
 * and the investment is the customer's.
 *
 * @throws Refusal `too_many_attempts`
 */
export async function preparePromocode(
  sql: Sql,
  { investor, body, key, address }: Pick<CallRequest<typeof contract>, 'investor' | 'body' | 'key' | 'address'>,
): Promise<PreparedPromocode> {
  const code = body.promocode ?? '';
  if (code === '') return noPromocode;
  const request = { customerId: investor.id, key, code, amount: amountOf(body.amount), now: investor.now };
  if (!isCode(code)) return { ...noPromocode, code, refusal: refusePromocode(code, null, request) };

  const [guess, claiming] = await Promise.allSettled([countGuess(sql, investor.id, address), claimUse(sql, request)]);
  const answer = claiming.status === 'fulfilled' ? claiming.value : null;
  const claim = answer?.claim ? { id: answer.claim, customerId: investor.id } : null;
  if (guess.status === 'rejected') {
    if (claim) await giveBack(sql, claim.id, claim.customerId);
    throw guess.reason;
  }
  const isGuess = claiming.status === 'fulfilled' && !answer;
  const tidied = isGuess ? Promise.resolve() : guess.value.takeBack().catch(() => {});
  if (claiming.status === 'rejected') throw claiming.reason;
  return {
    claim,
    code,
    points: answer?.promocode.points ?? percent('0'),
    refusal: claim ? null : refusalOf(request, answer),
    tidied,
  };
}

function refusalOf({ code, amount, now }: ClaimRequest, answer: ClaimAnswer | null): Refusal {
  if (!answer) return refusePromocode(code, null, { amount, now });
  const { promocode, ownUses, isAnswered } = answer;
  if (!isAnswered) {
    if (!isUsable(promocode, amount, now)) return refusePromocode(code, promocode, { amount, now });
    if (ownUses >= promocode.usesPerCustomer) return refuseOwnUses(promocode);
  }
  // Another call has the key: its answer is authoritative.
  return refusePlatform('idempotency_in_progress', {}, 1);
}

/** Gives back a claim that no investment has taken; if that fails, a job does it. */
export async function settlePromocode(
  db: Database,
  { claim, tidied }: PreparedPromocode,
  outcome: CallOutcome | null,
): Promise<void> {
  await tidied;
  const isTaken = outcome !== null && outcome.status === 201 && !outcome.replayed;
  if (claim && !isTaken) await giveBack(db, claim.id, claim.customerId).catch(() => {});
}
