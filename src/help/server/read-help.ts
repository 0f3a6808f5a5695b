import { termsVersion } from '#auth/terms-versions.ts';
import { toJsonNumber } from '#money/money.ts';
import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import { readSetting } from '#settings/server/settings.ts';
import { vaultTermsVersion } from '#primevault/terms-version.ts';
import { limitHours } from '#wallet/server/judge-withdrawal.ts';
import { rateMaxAgeMinutes } from '#wallet/server/rate-settings.ts';
import { changeWaitHours } from '#wallet/server/recent-changes.ts';
import { readLimit, withdrawalLimitUsd } from '#wallet/server/wallet-settings.ts';
import type { Help } from '../contract.ts';
import { readAcceptances } from './acceptance-store.ts';

/** Returns the rules as currently set by the operator, and what this customer accepted. */
export async function readHelp(sql: Sql, mode: Config['mode'], customerId: string): Promise<Help> {
  const [limit, maxAge, { terms, vaultTerms }] = await Promise.all([
    readLimit(sql, withdrawalLimitUsd, mode),
    readSetting(sql, rateMaxAgeMinutes, mode),
    readAcceptances(sql, customerId),
  ]);
  return {
    Withdrawal: { Limit: toJsonNumber(limit), LimitHours: limitHours, ChangeHours: changeWaitHours },
    Rate: { MaxAgeMinutes: maxAge },
    Terms: { Present: termsVersion, Accepted: terms },
    VaultTerms: { Present: vaultTermsVersion, Accepted: vaultTerms },
  };
}
