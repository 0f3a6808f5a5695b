import { micros, toJsonNumber } from '#money/money.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Asked } from '#platform/server/serve.ts';
import type { openDeposit, openWithdrawal } from '../contract.ts';
import { type ExchangeRate, exchangeRate } from '../quote.ts';
import { refuseWallet } from '../refusals.ts';
import type { UsdBrl } from './fetch-usd-brl.ts';
import { stillStands } from './shown-rates.ts';

/**
 * The rate at which a transfer in reais is made: the one that its customer was shown, while it stands; the present one for who
 * names none. Null when there is none.
 *
 * @param side deposits count with the high of the rate, withdrawals with its low (F2)
 * @throws Refusal `rate_changed` when what was shown stands no more: nobody pays at a rate that they have not seen
 */
export async function agreeOnRate(
  sql: Sql,
  { body, headers }: Pick<Asked<typeof openDeposit | typeof openWithdrawal>, 'body' | 'headers'>,
  rates: UsdBrl | null,
  side: 'high' | 'low',
): Promise<ExchangeRate | null> {
  const present = rates?.[side] ?? null;
  const shown = headers['quoted-rate'];
  if (present === null || shown === undefined || body.currency !== 'brl') return present;
  const rate = exchangeRate(shown);
  if (rate === present || (await stillStands(sql, side, rate))) return rate;
  throw refuseWallet('rate_changed', { rate: toJsonNumber(micros(present)) });
}
