import { fromJsonNumber, micros, microsPerCent, roundUp, toDecimal, toJsonNumber } from '../money.ts';

/** What remains of the available amount; negative if it is not enough. USD. */
export function remainderOf(have: number, wanted: number): number {
  return toJsonNumber(micros(fromJsonNumber(have) - fromJsonNumber(wanted)));
}

/** The missing amount as a decimal string, rounded up to the cent so that depositing it is enough; null if nothing is missing. */
export function missingOf(have: number, wanted: number): string | null {
  const missing = fromJsonNumber(wanted) - fromJsonNumber(have);
  if (missing <= 0n) return null;
  return toDecimal(micros(roundUp(missing, microsPerCent) * microsPerCent));
}
