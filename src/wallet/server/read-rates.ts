import type { Config } from '#platform/server/config.ts';
import type { Sql } from '#platform/server/database.ts';
import type { ExchangeRates } from '../contract.ts';
import { readPresentRate } from './read-present-rate.ts';
import { presentRate } from './present-transfer.ts';

/** The rate in force: zeros when there is none, never a guess (F2), and why. */
export async function readRates(sql: Sql, mode: Config['mode']): Promise<ExchangeRates> {
  const { rate, isStale, closed } = await readPresentRate(sql, mode);
  if (!rate) return { Usdbrl: { High: 0, Low: 0, At: null }, Stale: true, Closed: closed };
  return {
    Usdbrl: { High: presentRate(rate.high), Low: presentRate(rate.low), At: rate.at.toISOString() },
    Stale: isStale,
    Closed: null,
  };
}
