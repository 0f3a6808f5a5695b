import type { Sql } from '#platform/server/database.ts';
import { readSetting } from '#platform/server/settings.ts';
import type { BotSettings } from '../contract.ts';
import { investmentDays } from '../investment-days.ts';
import { botAmounts, entryFee } from './bot-settings.ts';

/** What the operator has set; the same in every mode. */
export async function readBotSettings(sql: Sql): Promise<BotSettings> {
  return {
    EntryFee: await readSetting(sql, entryFee, 'production'),
    Amounts: [...(await readSetting(sql, botAmounts, 'production'))],
    Days: investmentDays,
  };
}
