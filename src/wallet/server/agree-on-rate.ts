import { micros, toJsonNumber } from '#money/money.ts';
import type { Config } from '#platform/server/config.ts';
import type { Sql } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { openDeposit, openWithdrawal } from '../contract.ts';
import { type ExchangeRate, exchangeRate } from '../quote.ts';
import { refuseWallet } from '../refusals.ts';
import { readRateFacts } from './rate-store.ts';
import { presentRateOf } from './read-present-rate.ts';

const rateRetrySeconds = 30;

/** Returns the rate at which a transfer is made, or throws a refusal. */
export type AgreeOnRate = () => ExchangeRate | null;

/**
 * Reads what is known of the rate, in one round trip. The function returned decides the rate of a transfer in reais: the one shown to the
 * customer while it stands, or the present one if the request names none. Null for USDT, which needs none.
 *
 * @param side deposits use the high of the rate, withdrawals its low (F2)
 * @returns throws Refusal `no_rate` while there is none, whatever was shown before; `rate_changed` when the rate shown no longer stands:
 * nobody pays at a rate that they have not seen
 */
export async function readAgreement(
  sql: Sql,
  mode: Config['mode'],
  { body, headers }: Pick<CallRequest<typeof openDeposit | typeof openWithdrawal>, 'body' | 'headers'>,
  side: 'high' | 'low',
): Promise<AgreeOnRate> {
  if (body.currency !== 'brl') return () => null;
  const shown = headers['quoted-rate'];
  const wanted = shown === undefined ? null : exchangeRate(shown);
  const facts = await readRateFacts(sql, mode, wanted === null ? null : { side, rate: wanted });
  return () => {
    const { rate, closed } = presentRateOf(facts);
    if (!rate) throw refuseWallet('no_rate', { why: closed }, rateRetrySeconds);
    const present = rate[side];
    if (wanted === null || wanted === present) return present;
    if (facts.shownAgeMs !== null && facts.shownAgeMs < facts.maxAgeMs) return wanted;
    throw refuseWallet('rate_changed', { rate: toJsonNumber(micros(present)) });
  };
}
