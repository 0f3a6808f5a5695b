import type { Sql } from '#database/server/database.ts';
import { readSetting } from '#settings/server/settings.ts';
import type { CopyOffer } from '../contract.ts';
import { licenceDays } from '../licence-days.ts';
import { copytradeAmounts, copytradeOpen } from './copytrade-settings.ts';

/** The current offer as the operator has set it; the same in every mode. */
export async function readCopyOffer(sql: Sql): Promise<CopyOffer> {
  const [open, amounts] = await Promise.all([
    readSetting(sql, copytradeOpen, 'production'),
    readSetting(sql, copytradeAmounts, 'production'),
  ]);
  return { Open: open, Amounts: [...amounts], Days: licenceDays };
}
