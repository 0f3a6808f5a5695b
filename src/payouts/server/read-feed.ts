import type { Sql } from '#database/server/database.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import type { DateOrder } from '../date-orders.ts';
import { readLocalDates } from './local-dates.ts';
import { type NumberedLine, readFeedCsv } from './read-feed-csv.ts';

/**
 * Reads a feed as the desk has it: any separator, either decimal mark, and dates with a zone or in that of the house.
 *
 * @param order whether days come before months, if whoever imports it said so
 */
export async function readFeed(
  sql: Sql,
  { text, order }: { text: string; order: DateOrder | null },
): Promise<NumberedLine[]> {
  return readLocalDates(readFeedCsv(text), await readHouseZone(sql), order);
}
