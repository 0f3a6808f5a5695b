import * as z from 'zod/mini';
import { answerAmount, shownAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { fixedProducts, type FixedProduct } from './registry.ts';

/**
 * What is set aside for a customer (G3): the profit that their running positions of a fixed yield were promised, and beside it what the
 * ledger holds for them in `promised`, which left the treasury when each of them opened. An invariant holds the two equal.
 */
export const promises = z.object({
  Products: z.array(
    z.object({
      Product: z.enum(fixedProducts as [FixedProduct, ...FixedProduct[]]),
      /** How many positions run. */
      Running: z.int(),
      Promised: answerAmount,
      /** As it is shown. */
      Shown: shownAmount,
    }),
  ),
  /** In the ledger, of all products together. */
  SetAside: answerAmount,
});
export type Promises = z.output<typeof promises>;

export const readPromises = endpoint({
  method: 'GET',
  path: '/api/promises',
  access: 'investor',
  summary: 'The profit that the customer’s running positions were promised, and what the ledger has set aside for it',
  answer: promises,
});
