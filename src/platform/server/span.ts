import { dayMs } from '../clock.ts';
import type { ListQuery } from '../pages.ts';
import { isDay } from '../read-moment.ts';
import { refusePlatform } from '../refusals.ts';

/** A span of time as PostgreSQL takes it: ISO instants, or its own infinities where an end is open. */
export interface Span {
  start: string;
  end: string;
}

/**
 * From a list's `start`, `end` and `tz`: a bare date is the moment at which that day begins in the zone.
 *
 * @throws Refusal `invalid_field` for a day that no calendar has
 */
export function readSpan(query: Pick<ListQuery, 'start' | 'end' | 'tz'>): Span {
  const read = (field: 'start' | 'end'): string | null => {
    const written = query[field];
    if (written && !isDay(written.slice(0, 10))) throw refusePlatform('invalid_field', { field });
    return written ? instantOf(written, query.tz) : null;
  };
  return { start: read('start') ?? '-infinity', end: read('end') ?? 'infinity' };
}

/** A date, and a time that names no zone of its own, are what the wall clock of the zone shows. */
export function instantOf(dateOrTime: string, zone: string): string {
  const hasZone = /T.*(Z|[+-]\d{2}:\d{2})$/.test(dateOrTime);
  const at = hasZone
    ? Date.parse(dateOrTime)
    : onWall(dateOrTime.length > 10 ? dateOrTime : `${dateOrTime}T00:00`, zone);
  return new Date(Math.min(Math.max(at, earliest), latest)).toISOString();
}

/** What both JavaScript and PostgreSQL write in four digits of a year; a zone may lead out of it. Nothing ever happened beyond. */
const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * When the wall clock of a zone shows this: the first time, where clocks are put back and show it twice. Where they are put
 * ahead over it, they never do; by the clock of before it is a time after the change, and midnight is the change itself.
 */
function onWall(time: string, zone: string): number {
  const asUtc = Date.parse(`${time}Z`);
  const [before, after] = [asUtc - offsetAt(asUtc - dayMs, zone), asUtc - offsetAt(asUtc + dayMs, zone)];
  const isShownAfter = after + offsetAt(after, zone) === asUtc;
  const isShownBefore = before + offsetAt(before, zone) === asUtc;
  return isShownAfter && !isShownBefore ? after : before;
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
