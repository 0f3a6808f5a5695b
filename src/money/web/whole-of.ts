import { fromJsonNumber, type Micros, micros } from '../money.ts';
import { wholeCents } from '../shown.ts';

/** Splits what is available into what can be requested, in whole cents (decision 15), and the remaining fraction of a cent. */
export function wholeOf(have: number): { all: Micros; rest: Micros } {
  const there = fromJsonNumber(have);
  const all = wholeCents(there);
  return { all, rest: micros(there - all) };
}
