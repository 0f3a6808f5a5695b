import { dayAfter, dayMs } from '../clock.ts';
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
  return shownAt(time, zone)[0]?.getTime() ?? around(time, zone)[0];
}

/** The instants at which a zone's wall clock shows this time: two where clocks are put back over it, none where they are put ahead past it. */
export function shownAt(time: string, zone: string): Date[] {
  const asUtc = Date.parse(`${time}Z`);
  const instants = [...new Set(around(time, zone))].filter((at) => at + offsetAt(at, zone) === asUtc);
  return instants.map((at) => new Date(at));
}

/** By the zone's offset before and after the day. */
function around(time: string, zone: string): [before: number, after: number] {
  const asUtc = Date.parse(`${time}Z`);
  return [asUtc - offsetAt(asUtc - dayMs, zone), asUtc - offsetAt(asUtc + dayMs, zone)];
}

/** The calendar day of an instant in a zone, like `2026-03-01`. */
export function dayIn(zone: string, instant: Date): string {
  return toDay(instant.getTime() + offsetAt(instant.getTime(), zone));
}

/** From the midnight that begins the first day in a zone to the one that ends the last: 23, 24 or 25 hours each. */
export function boundsOfDays(zone: string, first: string, last: string = first): { start: Date; end: Date } {
  return { start: new Date(instantOf(first, zone)), end: new Date(instantOf(dayAfter(last), zone)) };
}

/** A day, and the instant at which the next one begins. */
export interface ZoneDay {
  date: string;
  ends: string;
}

/** Each day of the zone from that of one instant to that of another. PostgreSQL need not know the zone: its names may be fewer. */
export function daysBetween(first: Date, last: Date, zone: string): ZoneDay[] {
  const days: ZoneDay[] = [];
  const until = dayIn(zone, last);
  for (let date = dayIn(zone, first); date <= until;) {
    const next = toDay(Date.parse(date) + dayMs);
    days.push({ date, ends: instantOf(next, zone) });
    if (next === date) break;
    date = next;
  }
  return days;
}

function toDay(wall: number): string {
  return new Date(Math.min(Math.max(wall, earliest), latest)).toISOString().slice(0, 10);
}

/** One for each zone of this Node, some 600: making one takes longer than using it. */
const offsets = new Map<string, Intl.DateTimeFormat>();

/** The zone's offset from UTC at an instant, in milliseconds, positive where its wall clock is ahead. */
function offsetAt(instant: number, zone: string): number {
  const format = offsets.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  offsets.set(zone, format);
  const written = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(written) ?? [];
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -size : size;
}
