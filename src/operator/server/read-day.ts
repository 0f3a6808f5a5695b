import { Mistyped } from './command.ts';

const day = /^\d{4}-\d{2}-\d{2}$/;

/** A day of UTC as it is typed: `2030-01-31`. */
export function readDay(text: string): Date {
  const at = new Date(day.test(text) ? `${text}T00:00:00Z` : Number.NaN);
  // The calendar has no 31 February, and JavaScript would make a day of March of it.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(text)) {
    throw new Mistyped(`Not a day: ${text}. Write it as 2026-12-31.`);
  }
  return at;
}
