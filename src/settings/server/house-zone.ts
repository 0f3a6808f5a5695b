import * as z from 'zod/mini';
import { requireOne, type Sql } from '#database/server/database.ts';
import { declareSetting } from './settings.ts';

/** Whether dates can be told in this zone. */
function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== 'Etc/Unknown';
  } catch {
    return false;
  }
}

/** The zone whose midnights end the house's days and years: the database's `house_zone()`, whose standard is the same. */
export const houseZone = declareSetting({
  key: 'house.zone',
  unit: 'zone',
  description:
    'The time zone whose midnights end the house’s days and years, such as America/Sao_Paulo; set at once, before the first customer or code',
  schema: z.string().check(z.maxLength(64), z.refine(isZone)),
  standard: () => 'America/Sao_Paulo',
});

export async function readHouseZone(sql: Sql): Promise<string> {
  const { zone } = await requireOne<{ zone: string }>(sql, 'SELECT house_zone() AS zone');
  return zone;
}

/** Whether the zone can no longer be set: days that were reckoned in it are kept. */
export async function hasItsZone(sql: Sql): Promise<boolean> {
  const { has } = await requireOne<{ has: boolean }>(sql, 'SELECT the_house_has_its_zone() AS has');
  return has;
}
