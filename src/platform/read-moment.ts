const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Whether the date exists in the calendar, written as `2026-01-31`: JavaScript alone would read 30 February as 2 March, and 0007-04-50 as a
 * day of 1950.
 */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** Parses an instant written with its zone, `2030-01-31T09:00-03:00`; null when it is not one, or when its day does not exist. */
export function readMoment(text: string): Date | null {
  if (!moment.test(text) || !isDay(text.slice(0, 10))) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at);
}
