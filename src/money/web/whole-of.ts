import { fromJsonNumber, type Micros, micros } from '../money.ts';
import { wholeCents } from '../shown.ts';

/** All there is, as far as it can be asked for: to the cent (decision 48); and what stays because it is less than one. */
export function wholeOf(have: number): { all: Micros; rest: Micros } {
  const there = fromJsonNumber(have);
  const all = wholeCents(there);
  return { all, rest: micros(there - all) };
}
