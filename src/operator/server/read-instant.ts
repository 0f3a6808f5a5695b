import { readMoment } from '#platform/read-moment.ts';
import { Mistyped } from '#commands/server/refused.ts';

/** Parses an instant with its time zone, as typed: `2030-01-31T00:00:00Z`, `2030-01-31T09:00-03:00`. */
export function readInstant(text: string): Date {
  const at = readMoment(text);
  if (!at) throw new Mistyped(`Not an instant: ${text}. Include the time zone, as in 2030-01-31T00:00:00Z.`);
  return at;
}
