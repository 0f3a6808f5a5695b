import type { Sql } from '#database/server/database.ts';
import { readSetting } from '#settings/server/settings.ts';
import type { BotSettings } from '../contract.ts';
import { investmentDays } from '../investment-days.ts';
import { botAmounts, entryFee } from './bot-settings.ts';

/** The operator's settings; the same in every mode. */
export async function readBotSettings(sql: Sql): Promise<BotSettings> {
  const [EntryFee, Amounts] = await Promise.all([
    readSetting(sql, entryFee, 'production'),
    readSetting(sql, botAmounts, 'production'),
  ]);
  return { EntryFee, Amounts: [...Amounts], Days: investmentDays };
}
