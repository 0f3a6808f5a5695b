import { isDay } from '#platform/read-moment.ts';
import { Mistyped } from './command.ts';

/** Parses a UTC day as typed: `2030-01-31`. */
export function readDay(text: string): Date {
  if (!isDay(text)) throw new Mistyped(`Not a day: ${text}. Use the format 2026-12-31.`);
  return new Date(`${text}T00:00:00Z`);
}
