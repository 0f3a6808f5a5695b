import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import type { ExchangeRates } from '../contract.ts';
import { noteShownRate } from './shown-rates.ts';
import { readPresentRate } from './read-present-rate.ts';
import { presentRate } from './present-transfer.ts';

/** The rate in force: zeros when there is none, never a guess (F2), and why. What is shown is recorded for the session. */
export async function readRates(
  sql: Sql,
  mode: Config['mode'],
  { primary, token }: { primary: Sql; token: string },
): Promise<ExchangeRates> {
  const { rate, isStale, closed } = await readPresentRate(sql, mode);
  if (!rate) return { Usdbrl: { High: 0, Low: 0, At: null }, Stale: true, Closed: closed };
  await noteShownRate(primary, token, rate.id);
  return {
    Usdbrl: { High: presentRate(rate.high), Low: presentRate(rate.low), At: rate.at.toISOString() },
    Stale: isStale,
    Closed: null,
  };
}
