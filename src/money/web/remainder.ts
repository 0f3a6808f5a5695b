import { fromJsonNumber, micros, microsPerCent, roundUp, toDecimal, toJsonNumber } from '../money.ts';

/** What is left of what there is; below zero when it is not enough. USD. */
export function remainderOf(have: number, wanted: number): number {
  return toJsonNumber(micros(fromJsonNumber(have) - fromJsonNumber(wanted)));
}

/** What is missing for it as a decimal, up to the next whole cent, so that bringing it is enough; null when nothing is. */
export function missingOf(have: number, wanted: number): string | null {
  const missing = fromJsonNumber(wanted) - fromJsonNumber(have);
  if (missing <= 0n) return null;
  return toDecimal(micros(roundUp(missing, microsPerCent) * microsPerCent));
}
