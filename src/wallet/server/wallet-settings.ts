import { amountOf, requestAmount } from '#money/amount.ts';
import type { Micros } from '#money/money.ts';
import type { Config } from '#platform/server/config.ts';
import type { Sql } from '#platform/server/database.ts';
import { declareSetting, readSetting } from '#platform/server/settings.ts';

export const withdrawalLimitUsd = declareSetting({
  key: 'wallet.withdrawal_limit_usd',
  description: 'A withdrawal of more USD than this waits for an operator to approve it',
  schema: requestAmount,
  standard: () => 5000,
});

export const walletSettings = [withdrawalLimitUsd];

/** The limit of now: whoever asks later is judged by a later limit, and nobody by it afterwards. */
export async function readWithdrawalLimit(sql: Sql, mode: Config['mode']): Promise<Micros> {
  return amountOf(await readSetting(sql, withdrawalLimitUsd, mode));
}
