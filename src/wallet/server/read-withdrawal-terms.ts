import { micros, toJsonNumber, zero } from '#money/money.ts';
import type { Config } from '#platform/server/config.ts';
import type { Sql } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { readWithdrawalTerms as contract, WithdrawalTerms } from '../contract.ts';
import { readAskedLately } from './judge-withdrawal.ts';
import { readRecentChanges, type ReadDeviceKnownSince } from './recent-changes.ts';
import { readLimit, withdrawalLimitUsd } from './wallet-settings.ts';

/** What the dialog says before anything is asked for. How much everybody takes out is the house's business. */
export async function readWithdrawalTerms(
  sql: Sql,
  mode: Config['mode'],
  { investor, token }: Pick<CallRequest<typeof contract>, 'investor' | 'token'>,
  readDeviceKnownSince: ReadDeviceKnownSince,
): Promise<WithdrawalTerms> {
  const limit = await readLimit(sql, withdrawalLimitUsd, mode);
  const left = limit - (await readAskedLately(sql, investor.id, investor.now));
  const changes = await readRecentChanges(sql, readDeviceKnownSince, { customerId: investor.id, session: token });
  return {
    Limit: toJsonNumber(limit),
    Left: toJsonNumber(left > zero ? micros(left) : zero),
    Waits: changes.map(({ why, until }) => ({ Why: why, Until: until.toISOString() })),
  };
}
