import { dayAfter, dayMs } from '#platform/clock.ts';
import { boundsOfDays, dayIn } from '#platform/server/span.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Sql } from '#database/server/database.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { CommandRefused } from '#commands/server/refused.ts';

/** Days of the house's zone in business time, both inclusive. */
export interface ReportDays {
  from: string;
  until: string;
  /** The first instant of the first day, and the first after the last day. */
  start: Date;
  end: Date;
}

/** A whole leap year. */
const mostDays = 366;

/**
 * Reads a range of up to a year of days, none in the future.
 *
 * @throws CommandRefused `days_reversed`, `too_many_days`, `in_future`
 */
export async function readReportDays(sql: Sql, from: string, until: string): Promise<ReportDays> {
  if (until < from) throw new CommandRefused('days_reversed', `${until} is before ${from}.`);
  if (Date.parse(until) - Date.parse(from) >= mostDays * dayMs)
    throw new CommandRefused('too_many_days', `A report covers at most ${mostDays} days.`);
  const zone = await readHouseZone(sql);
  const { now } = await readBusinessClock(sql);
  if (until > dayIn(zone, now)) throw new CommandRefused('in_future', `${until} is in the future.`);
  return { from, until, ...boundsOfDays(zone, from, until) };
}

/** Yields each day as text. */
export function* everyDay({ from, until }: Pick<ReportDays, 'from' | 'until'>): Generator<string> {
  for (let day = from; day <= until; day = dayAfter(day)) yield day;
}
