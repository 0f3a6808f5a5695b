import { isDay } from '#platform/read-moment.ts';
import { Mistyped } from '#commands/server/refused.ts';

/** Checks a day of the house as typed: `2030-01-31`. */
export function readDay(text: string): string {
  if (!isDay(text)) throw new Mistyped(`Not a day: ${text}. Use the format 2026-12-31.`);
  return text;
}
