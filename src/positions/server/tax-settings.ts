import { type Percent, percentFromJsonNumber, toJsonNumber } from '#money/money.ts';
import { percentUpTo } from '#money/percent-schema.ts';
import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import { declareSetting, readSetting } from '#settings/server/settings.ts';

/** The part withheld from the profit of positions opened from then on; a running position keeps the part it was opened with. */
export const withheldPercent = declareSetting({
  key: 'taxes.withheld_percent',
  unit: 'percent',
  description:
    'The tax withheld from a promised profit (stakes, vault) when it is paid, in per cent of the profit, 0 to 50, at most two decimals, 0 for none; running positions keep the rate they were opened with',
  schema: percentUpTo(50),
  standard: () => 0,
});

export const taxSettings = [withheldPercent];

/** For offers and positions: omitted when nothing is withheld. */
export function taxOf(rate: Percent | null): { TaxRate?: number } {
  return rate === null || rate === 0n ? {} : { TaxRate: toJsonNumber(rate) };
}

export async function readTaxRate(sql: Sql, mode: Config['mode']): Promise<Percent> {
  return percentFromJsonNumber(await readSetting(sql, withheldPercent, mode));
}
