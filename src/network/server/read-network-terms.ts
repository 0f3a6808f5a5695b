import type { Sql } from '#database/server/database.ts';
import { readSetting } from '#settings/server/settings.ts';
import type { NetworkTerms } from '../contract.ts';
import { bonusCapDay, bonusCapMonth, bonusPercent, residualPercents } from './network-settings.ts';

/** Returns the network's current percentages and caps; the same in every mode. */
export async function readNetworkTerms(sql: Sql): Promise<NetworkTerms> {
  const [Bonus, Residual, BonusCapDay, BonusCapMonth] = await Promise.all([
    readSetting(sql, bonusPercent, 'production'),
    readSetting(sql, residualPercents, 'production'),
    readSetting(sql, bonusCapDay, 'production'),
    readSetting(sql, bonusCapMonth, 'production'),
  ]);
  return { Bonus, Residual: [...Residual], BonusCapDay, BonusCapMonth };
}
