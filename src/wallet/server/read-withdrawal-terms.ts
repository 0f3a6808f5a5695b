import { micros, toJsonNumber, zero } from '#money/money.ts';
import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import type { readWithdrawalTerms as contract, WithdrawalTerms } from '../contract.ts';
import { readSetting } from '#settings/server/settings.ts';
import { readCustomerFigures } from './judge-withdrawal.ts';
import type { ReadDeviceKnownSince } from './recent-changes.ts';
import { usdtFeePercent } from './wallet-settings.ts';

/** What the dialog shows before a request. The totals of all customers are the house's business. */
export async function readWithdrawalTerms(
  sql: Sql,
  mode: Config['mode'],
  { investor, token }: Pick<CallRequest<typeof contract>, 'investor' | 'token'>,
  readDeviceKnownSince: ReadDeviceKnownSince,
): Promise<WithdrawalTerms> {
  const request = { customerId: investor.id, session: token, now: investor.now };
  const [{ limit, askedLately, changes }, UsdtFee] = await Promise.all([
    readCustomerFigures(sql, mode, readDeviceKnownSince, request),
    readSetting(sql, usdtFeePercent, mode),
  ]);
  const left = limit - askedLately;
  return {
    Limit: toJsonNumber(limit),
    Left: toJsonNumber(left > zero ? micros(left) : zero),
    UsdtFee,
    Waits: changes.map(({ why, until }) => ({ Why: why, Until: until.toISOString() })),
  };
}
