import { dayMs } from '#platform/clock.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Sql } from '#database/server/database.ts';
import { Mistyped } from '../command.ts';
import { readDay } from '../read-day.ts';

/** UTC days of business time, both inclusive. */
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
 * Parses a range of up to a year of days, none in the future.
 *
 * @throws Mistyped
 */
export async function readReportDays(sql: Sql, from: string, until: string): Promise<ReportDays> {
  const start = readDay(from);
  const last = readDay(until);
  if (last < start) throw new Mistyped(`${until} is before ${from}.`);
  const end = new Date(last.getTime() + dayMs);
  if (end.getTime() - start.getTime() > mostDays * dayMs)
    throw new Mistyped(`A report covers at most ${mostDays} days.`);
  const { now } = await readBusinessClock(sql);
  if (last > now) throw new Mistyped(`${until} is in the future.`);
  return { from, until, start, end };
}

/** Yields each day as text. */
export function* everyDay({ start, end }: ReportDays): Generator<string> {
  for (let at = start.getTime(); at < end.getTime(); at += dayMs) yield new Date(at).toISOString().slice(0, 10);
}
