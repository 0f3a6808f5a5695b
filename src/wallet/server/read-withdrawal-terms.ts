import { micros, toJsonNumber, zero } from '#money/money.ts';
import type { Config } from '#platform/server/config.ts';
import type { Sql } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { readWithdrawalTerms as contract, WithdrawalTerms } from '../contract.ts';
import { readCustomerFigures } from './judge-withdrawal.ts';
import type { ReadDeviceKnownSince } from './recent-changes.ts';

/** What the dialog says before anything is asked for. How much everybody takes out is the house's business. */
export async function readWithdrawalTerms(
  sql: Sql,
  mode: Config['mode'],
  { investor, token }: Pick<CallRequest<typeof contract>, 'investor' | 'token'>,
  readDeviceKnownSince: ReadDeviceKnownSince,
): Promise<WithdrawalTerms> {
  const request = { customerId: investor.id, session: token, now: investor.now };
  const { limit, askedLately, changes } = await readCustomerFigures(sql, mode, readDeviceKnownSince, request);
  const left = limit - askedLately;
  return {
    Limit: toJsonNumber(limit),
    Left: toJsonNumber(left > zero ? micros(left) : zero),
    Waits: changes.map(({ why, until }) => ({ Why: why, Until: until.toISOString() })),
  };
}
