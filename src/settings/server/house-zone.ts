import * as z from 'zod/mini';
import type { Config } from './config.ts';
import type { Sql } from '#database/server/database.ts';
import { declareSetting, readSetting } from './settings.ts';

/** Whether dates can be told in this zone. */
function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== 'Etc/Unknown';
  } catch {
    return false;
  }
}

/** The zone whose days and years are the house's own: age, taxes, statements, seals. */
export const houseZone = declareSetting({
  key: 'house.zone',
  unit: 'zone',
  description: 'The time zone whose days and years are the house’s own, such as America/Sao_Paulo: age, taxes, years',
  schema: z.string().check(z.maxLength(64), z.refine(isZone)),
  standard: () => 'America/Sao_Paulo',
});

export function readHouseZone(sql: Sql, mode: Config['mode']): Promise<string> {
  return readSetting(sql, houseZone, mode);
}

/** The day, YYYY-MM-DD, that an instant belongs to in a zone. */
export function dayIn(zone: string, at: Date): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return day.format(at);
}
