import * as z from 'zod/mini';

/**
 * The minimum cost of one turn to a customer who owns both ends of a bonus is computed from this (docs/decisions/0037-adversary.md).
 */
const shortestTerm = 30;

/** The terms an operator may set, in days. */
export const planDays = z.int().check(z.gte(shortestTerm), z.lte(3650));

/** Per cent, with at most two decimals. */
export const planRate = z.number().check(
  z.gte(0.01),
  z.lte(1000),
  z.refine((value) => Number(value.toFixed(2)) === value),
);

/** Whole dollars, ascending. */
export const planAmounts = z
  .array(z.int().check(z.gte(1), z.lte(1_000_000)))
  .check(z.minLength(1), z.maxLength(40), z.refine(isAscending));

export function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || number > (numbers[at - 1] as number));
}
