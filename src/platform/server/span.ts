import type { ListQuery } from '../pages.ts';

/** A span of time as PostgreSQL takes it: ISO instants, or its own infinities where an end is open. */
export interface Span {
  start: string;
  end: string;
}

/** From a list's `start`, `end` and `tz`: a bare date is the moment at which that day begins in the zone. */
export function readSpan(query: Pick<ListQuery, 'start' | 'end' | 'tz'>): Span {
  return {
    start: query.start ? instantOf(query.start, query.tz) : '-infinity',
    end: query.end ? instantOf(query.end, query.tz) : 'infinity',
  };
}

export function instantOf(dateOrTime: string, zone: string): string {
  return dateOrTime.includes('T') ? new Date(dateOrTime).toISOString() : startOfDay(dateOrTime, zone).toISOString();
}

/** The first instant of a calendar day in a zone, daylight saving included. */
function startOfDay(date: string, zone: string): Date {
  const asUtc = Date.parse(`${date}T00:00:00Z`);
  const first = asUtc - offsetAt(asUtc, zone);
  const settled = asUtc - offsetAt(first, zone);
  return new Date(settled);
}

/** How far the zone's wall clock stands ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wall - Math.floor(instant / 1000) * 1000;
}
