import * as z from 'zod/mini';
import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import { declareSetting, readSettingHistory } from '#settings/server/settings.ts';

const minuteMs = 60_000;

/**
 * An hour: longer than the desk holds most of its trades, so that nobody who opens once a trade is nearly over takes part in it, and short
 * enough that whoever has just opened does not wait for days until something counts for them.
 */
export const openedBefore = declareSetting({
  key: 'payouts.opened_minutes_before',
  unit: 'minutes',
  description:
    'How many minutes before it closed an operation is taken to have opened, where its feed does not say, 0 to 10080. Whoever opens after that takes no part in it',
  schema: z.int().check(z.minimum(0), z.maximum(10_080)),
  standard: () => 60,
});

/**
 * Two days: a feed that comes every night may fail once. Applied where positions are paid, by the database's longest_wait(), which has the same
 * default.
 */
export const awaitedHours = declareSetting({
  key: 'payouts.awaited_hours',
  unit: 'hours',
  description:
    'How many hours after its end a position is paid at the latest, if its feed has not been said to be complete until then, 0 to 168',
  schema: z.int().check(z.minimum(0), z.maximum(168)),
  standard: () => 48,
});

export const feedSettings = [openedBefore, awaitedHours];

/** How long before it closed, in milliseconds, an operation of that closing is taken to have opened. */
export type OpensBefore = (closing: Date) => number;

/** What was in effect when an operation closed applies to it, whenever it is imported. */
export async function readOpensBefore(sql: Sql, mode: Config['mode']): Promise<OpensBefore> {
  const minutesAt = await readSettingHistory(sql, openedBefore, mode);
  return (closing) => minutesAt(closing) * minuteMs;
}
