import * as z from 'zod/mini';

/** A percentage of an amount, 0 for none, with at most two decimals. */
export const percentUpTo = (most: number) =>
  z.number().check(
    z.gte(0),
    z.lte(most),
    z.refine((value) => Number(value.toFixed(2)) === value),
  );

/** The percentage that the customer was shown: if it has changed since, the call is refused; if absent, the current one applies. */
export const quotedPercent = z.optional(z.string().check(z.regex(/^\d{1,4}(\.\d{1,2})?$/)));
