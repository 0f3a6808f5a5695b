import { micros, toJsonNumber } from '#money/money.ts';
import type { Config } from '#settings/server/config.ts';
import type { Tx } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import type { openDeposit, openWithdrawal } from '../contract.ts';
import { type ExchangeRate, exchangeRate } from '../quote.ts';
import { refuseWallet } from '../refusals.ts';
import { readRateFacts } from './rate-store.ts';
import { presentRateOf } from './read-present-rate.ts';
import { takeShownRate } from './shown-rates.ts';

const rateRetrySeconds = 30;

/** Returns the rate at which a transfer is made, or throws a refusal. */
export type AgreeOnRate = () => ExchangeRate | null;

/**
 * Reads what is known of the rate, in one round trip. The function returned decides the rate of a transfer in reais: the one shown to this
 * session while it stands, which then stands no longer, or the present one if the request names none. Null for USDT, which needs none.
 *
 * @param side deposits use the high of the rate, withdrawals its low (F2)
 * @returns throws Refusal `no_rate` while there is none, whatever was shown before; `rate_changed` when the rate shown no longer stands:
 * nobody pays at a rate that they have not seen
 */
export async function readAgreement(
  tx: Tx,
  mode: Config['mode'],
  { body, headers, token }: Pick<CallRequest<typeof openDeposit | typeof openWithdrawal>, 'body' | 'headers' | 'token'>,
  side: 'high' | 'low',
): Promise<AgreeOnRate> {
  if (body.currency !== 'brl') return () => null;
  const named = headers['quoted-rate'];
  const wanted = named === undefined ? null : exchangeRate(named);
  const [facts, shownAgeMs] = await Promise.all([
    readRateFacts(tx, mode),
    wanted === null ? null : takeShownRate(tx, token, { side, rate: wanted }),
  ]);
  return () => {
    const { rate, closed } = presentRateOf(facts);
    if (!rate) throw refuseWallet('no_rate', { why: closed }, rateRetrySeconds);
    const present = rate[side];
    if (wanted === null || wanted === present) return present;
    if (shownAgeMs !== null && shownAgeMs < facts.maxAgeMs) return wanted;
    throw refuseWallet('rate_changed', { rate: toJsonNumber(micros(present)) });
  };
}
