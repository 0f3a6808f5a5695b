import * as z from 'zod/mini';

/** The part of an amount in per cent, 0 for nothing, with at most two decimals. */
export const percentUpTo = (most: number) =>
  z.number().check(
    z.gte(0),
    z.lte(most),
    z.refine((value) => Number(value.toFixed(2)) === value),
  );

/** What the customer was shown, per cent: where it is another by now the call is refused; without it the present one counts. */
export const quotedPercent = z.optional(z.string().check(z.regex(/^\d{1,4}(\.\d{1,2})?$/)));
