import { dayMs } from '../clock.ts';
import type { ListQuery } from '../pages.ts';
import { isDay } from '../read-moment.ts';
import { refusePlatform } from '../refusals.ts';

/** A time span as PostgreSQL takes it: ISO instants, or its own infinities for an open bound. */
export interface Span {
  start: string;
  end: string;
}

/**
 * Parses a list's `start`, `end` and `tz`: a bare date is the instant at which that day begins in the zone.
 *
 * @throws Refusal `invalid_field` for a day that does not exist
 */
export function readSpan(query: Pick<ListQuery, 'start' | 'end' | 'tz'>): Span {
  const read = (field: 'start' | 'end'): string | null => {
    const written = query[field];
    if (written && !isDay(written.slice(0, 10))) throw refusePlatform('invalid_field', { field });
    return written ? instantOf(written, query.tz) : null;
  };
  return { start: read('start') ?? '-infinity', end: read('end') ?? 'infinity' };
}

/** Dates, and times without a zone of their own, are read as wall-clock time in the zone. */
export function instantOf(dateOrTime: string, zone: string): string {
  const hasZone = /T.*(Z|[+-]\d{2}:\d{2})$/.test(dateOrTime);
  const at = hasZone
    ? Date.parse(dateOrTime)
    : onWall(dateOrTime.length > 10 ? dateOrTime : `${dateOrTime}T00:00`, zone);
  return new Date(Math.min(Math.max(at, earliest), latest)).toISOString();
}

/** Bounds that both JavaScript and PostgreSQL write with a four-digit year; a zone may lead beyond them. Nothing ever happened there. */
const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Returns the instant at which a zone's wall clock shows this time: the first one, where clocks are put back and show it twice. Where they
 * are put ahead past it, it is never shown; by the clock before the change it is a time after it, and midnight is the change itself.
 */
function onWall(time: string, zone: string): number {
  const asUtc = Date.parse(`${time}Z`);
  const [before, after] = [asUtc - offsetAt(asUtc - dayMs, zone), asUtc - offsetAt(asUtc + dayMs, zone)];
  const isShownAfter = after + offsetAt(after, zone) === asUtc;
  const isShownBefore = before + offsetAt(before, zone) === asUtc;
  return isShownAfter && !isShownBefore ? after : before;
}

/** The zone's offset from UTC at an instant, in milliseconds, positive where its wall clock is ahead. */
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
