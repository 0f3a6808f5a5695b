import { dayMs } from '#platform/clock.ts';
import { readBusinessClock } from '#platform/server/business-clock.ts';
import type { Sql } from '#platform/server/database.ts';
import { Mistyped } from '../command.ts';
import { readDay } from '../read-day.ts';

/** Days of UTC by business time, both included. */
export interface ReportDays {
  from: string;
  until: string;
  /** The first moment of the first day, and the first after the last one. */
  start: Date;
  end: Date;
}

/** A leap year whole. */
const mostDays = 366;

/**
 * Up to a year of days, none of which is yet to come.
 *
 * @throws Mistyped
 */
export async function readReportDays(sql: Sql, from: string, until: string): Promise<ReportDays> {
  const start = readDay(from);
  const last = readDay(until);
  if (last < start) throw new Mistyped(`${until} is before ${from}.`);
  const end = new Date(last.getTime() + dayMs);
  if (end.getTime() - start.getTime() > mostDays * dayMs)
    throw new Mistyped(`At most ${mostDays} days go into one report.`);
  const { now } = await readBusinessClock(sql);
  if (last > now) throw new Mistyped(`${until} is yet to come.`);
  return { from, until, start, end };
}

/** Each day of them, as it is written. */
export function* everyDay({ start, end }: ReportDays): Generator<string> {
  for (let at = start.getTime(); at < end.getTime(); at += dayMs) yield new Date(at).toISOString().slice(0, 10);
}
