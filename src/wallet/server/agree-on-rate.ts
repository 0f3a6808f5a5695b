import { micros, toJsonNumber } from '#money/money.ts';
import type { Config } from '#platform/server/config.ts';
import type { Sql } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { openDeposit, openWithdrawal } from '../contract.ts';
import { type ExchangeRate, exchangeRate } from '../quote.ts';
import { refuseWallet } from '../refusals.ts';
import { stillStands } from './rate-store.ts';
import { readMaxAgeMinutes } from './rate-settings.ts';
import { readPresentRate } from './read-present-rate.ts';

const rateRetrySeconds = 30;

/**
 * The rate at which a transfer in reais is made: the one that its customer was shown, while it stands; the present one for who
 * names none. Null for USDT, which needs none.
 *
 * @param side deposits count with the high of the rate, withdrawals with its low (F2)
 * @throws Refusal `no_rate` while there is none, whatever was shown before; `rate_changed` when what was shown stands no more:
 *   nobody pays at a rate that they have not seen
 */
export async function agreeOnRate(
  sql: Sql,
  mode: Config['mode'],
  { body, headers }: Pick<CallRequest<typeof openDeposit | typeof openWithdrawal>, 'body' | 'headers'>,
  side: 'high' | 'low',
): Promise<ExchangeRate | null> {
  if (body.currency !== 'brl') return null;
  const { rate, closed } = await readPresentRate(sql, mode);
  if (!rate) throw refuseWallet('no_rate', { why: closed }, rateRetrySeconds);
  const present = rate[side];
  const shown = headers['quoted-rate'];
  if (shown === undefined) return present;
  const wanted = exchangeRate(shown);
  if (wanted === present || (await stillStands(sql, side, wanted, await readMaxAgeMinutes(sql, mode)))) return wanted;
  throw refuseWallet('rate_changed', { rate: toJsonNumber(micros(present)) });
}
