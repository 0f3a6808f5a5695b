import { Mistyped } from './command.ts';

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A moment as it is typed, with its zone: `2030-01-31T00:00:00Z`, `2030-01-31T09:00-03:00`. */
export function readInstant(text: string): Date {
  const at = new Date(instant.test(text) ? text : Number.NaN);
  // The calendar has no 31 February, and JavaScript would make a day of March of it.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  const isADay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
  if (Number.isNaN(at.getTime()) || !isADay) {
    throw new Mistyped(`Not a moment: ${text}. Write it with its zone, as 2030-01-31T00:00:00Z.`);
  }
  return at;
}
