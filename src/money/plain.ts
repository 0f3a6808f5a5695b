/**
 * Whole micro-dollars and millionths of a percent point as plain numbers, for what is reckoned so often that big ones are too slow. Exact, or
 * not given: a number is exact below 2⁵³, which is nine billion dollars.
 */

/** A digit of fifteen bits: a rest below 2³⁷ with one more digit is exact. */
const digit = 2 ** 15;
const mostOfWhole = 2 ** 37;

/** NaN where it is too large. */
export function toPlain(value: bigint): number {
  const plain = Number(value);
  return Number.isSafeInteger(plain) ? plain : Number.NaN;
}

/**
 * `amount × part ÷ whole`, rounded down, of whole numbers that are not negative; undefined where the amount or the result is too
 * large to be exact, or part or whole are above 2³⁷ (a term of four years in milliseconds).
 */
export function plainShare(amount: number, part: number, whole: number): number | undefined {
  const product = amount * part;
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / whole);
  if (!(amount <= Number.MAX_SAFE_INTEGER && part <= mostOfWhole && whole <= mostOfWhole)) return undefined;
  // As one divides on paper: a digit of the amount after the other, the largest first.
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
