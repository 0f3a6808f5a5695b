import type { TermsFees } from '#auth/terms-versions.ts';
import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import { readSetting } from '#settings/server/settings.ts';
import { cancelFeePercent } from '#stakes/server/stake-settings.ts';
import { withheldPercent } from '#positions/server/tax-settings.ts';
import { usdtFeePercent } from '#wallet/server/wallet-settings.ts';

/** Returns the fees named in the terms of use, at their current settings. */
export async function readTermsFees(sql: Sql, mode: Config['mode']): Promise<TermsFees> {
  const [StakeCancel, WithdrawUsdt, TaxWithheld] = await Promise.all([
    readSetting(sql, cancelFeePercent, mode),
    readSetting(sql, usdtFeePercent, mode),
    readSetting(sql, withheldPercent, mode),
  ]);
  return { StakeCancel, WithdrawUsdt, ...(TaxWithheld > 0 && { TaxWithheld }) };
}
