/**
 * Money is a whole number of micro-dollars (10⁻⁶ USD, the precision of USDT itself), branded so that no other number can be used in its
 * place. It becomes a decimal number only in JSON and on the screen. Every rounding is explicit where it happens.
 */
declare const microsBrand: unique symbol;
export type Micros = bigint & { readonly [microsBrand]: true };

/** Rates and fees in millionths of a percentage point: 10 % is 10_000_000n. Exact to six decimals of a percent. */
declare const percentBrand: unique symbol;
export type Percent = bigint & { readonly [percentBrand]: true };

export const microsPerUsd = 1_000_000n;
export const microsPerCent = 10_000n;
/** A hundred per cent as a {@link Percent}. */
export const hundredPercent = 100_000_000n;
const decimalPattern = /^(-?)(\d+)(?:\.(\d{1,6}))?$/;

export const zero = 0n as Micros;

export function micros(value: bigint): Micros {
  return value as Micros;
}

/** Parses `'12.34'` exactly. Throws a RangeError for anything but a decimal with at most six decimal places. */
export function usd(decimal: string): Micros {
  return readDecimal(decimal) as Micros;
}

export function percent(decimal: string): Percent {
  return readDecimal(decimal) as Percent;
}

function readDecimal(decimal: string): bigint {
  const match = decimalPattern.exec(decimal);
  if (!match) throw new RangeError(`not a decimal with at most six decimals: ${decimal}`);
  const [, sign, whole, fraction = ''] = match;
  const value = BigInt(whole as string) * microsPerUsd + BigInt(fraction.padEnd(6, '0'));
  return sign === '-' ? -value : value;
}

/** Formats with as few decimals as needed, but at least two: `1234500000n` → `'1234.50'`. */
export function toDecimal(amount: Micros | Percent, leastDecimals = 2): string {
  const isNegative = amount < 0n;
  const digits = (isNegative ? -amount : amount).toString().padStart(7, '0');
  const fraction = digits.slice(-6);
  const kept = fraction.replace(/0+$/, '').padEnd(leastDecimals, '0');
  return `${isNegative ? '-' : ''}${digits.slice(0, -6)}${kept ? `.${kept}` : ''}`;
}

/** The JSON number of the HTTP contract: USD with at most six decimals. Exact up to nine billion dollars. */
export function toJsonNumber(amount: Micros | Percent): number {
  const whole = Number(amount);
  // An exact integer divided by a million is the number nearest to the quotient, the same as parsing its decimals.
  return Number.isSafeInteger(whole) ? whole / 1_000_000 : Number(toDecimal(amount));
}

/** Inverse of {@link toJsonNumber}. Throws a RangeError for anything that is not a number, or is too large to be written out. */
export function fromJsonNumber(value: number): Micros {
  return usd(value.toFixed(6));
}

export function percentFromJsonNumber(value: number): Percent {
  return percent(value.toFixed(6));
}

type Rounding = (numerator: bigint, denominator: bigint) => bigint;

/** Rounds towards zero: a customer is never paid more than promised. Denominators are positive. */
export const roundDown: Rounding = (numerator, denominator) => numerator / denominator;

/** Rounds away from zero: a charge to a customer covers the cost. */
export const roundUp: Rounding = (numerator, denominator) => {
  const [whole, left] = [numerator / denominator, numerator % denominator];
  if (left > 0n) return whole + 1n;
  return left < 0n ? whole - 1n : whole;
};

export function percentOf(amount: Micros, rate: Percent, round: Rounding): Micros {
  return round(amount * rate, hundredPercent) as Micros;
}

/** `amount × part / whole`, for accrual over time; part and whole in the same unit. */
export function shareOf(amount: Micros, part: bigint, whole: bigint, round: Rounding): Micros {
  return round(amount * part, whole) as Micros;
}

/** Splits without losing a micro-dollar: each part gets its share rounded down, and the rest goes to the largest remainders. */
export function split(amount: Micros, weights: readonly bigint[]): Micros[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total <= 0n) throw new RangeError('nothing to split over');
  const parts = weights.map((weight) => (amount * weight) / total);
  const left = amount - parts.reduce((sum, part) => sum + part, 0n);
  const byRemainder = weights
    .map((weight, at) => ({ at, remainder: (amount * weight) % total }))
    .sort((a, b) => Number(b.remainder - a.remainder));
  for (const { at } of byRemainder.slice(0, Number(left))) parts[at] = (parts[at] as bigint) + 1n;
  return parts as Micros[];
}

export function sum(amounts: Iterable<Micros>): Micros {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total as Micros;
}
