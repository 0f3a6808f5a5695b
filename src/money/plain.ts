/**
 * Whole micro-dollars and millionths of a percentage point as plain numbers, for computations too frequent for bigint. Results are exact or
 * not returned: a number is exact below 2⁵³, which is nine billion dollars.
 */

/** A digit of fifteen bits: a remainder below 2³⁷ extended by one digit is still exact. */
const digit = 2 ** 15;
const mostOfWhole = 2 ** 37;

/** Returns NaN if the value is too large. */
export function toPlain(value: bigint): number {
  const plain = Number(value);
  return Number.isSafeInteger(plain) ? plain : Number.NaN;
}

/**
 * Returns `amount × part ÷ whole`, rounded down, for non-negative integers; undefined if the amount or the result is too large to be exact,
 * or part or whole exceed 2³⁷ (a term of four years in milliseconds).
 */
export function plainShare(amount: number, part: number, whole: number): number | undefined {
  const product = amount * part;
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / whole);
  if (!(amount <= Number.MAX_SAFE_INTEGER && part <= mostOfWhole && whole <= mostOfWhole)) return undefined;
  // Long division: one digit of the amount at a time, the most significant first.
  let [share, rest, left] = [0, 0, amount];
  for (let place = digit ** 3; place >= 1; place /= digit) {
    const figure = Math.floor(left / place);
    left -= figure * place;
    const dividend = rest * digit + figure * part;
    const quotient = Math.floor(dividend / whole);
    share = share * digit + quotient;
    rest = dividend - quotient * whole;
  }
  return share <= Number.MAX_SAFE_INTEGER ? share : undefined;
}
