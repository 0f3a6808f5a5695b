import * as z from 'zod/mini';
import { answerAmount, shownAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { fixedProducts, type FixedProduct } from './registry.ts';

/**
 * What is set aside for a customer (G3): the profit promised to their running positions of a fixed yield, and beside it what the ledger
 * holds for them in `promised`, which left the treasury when each of them opened. An invariant keeps the two equal.
 */
export const promises = z.object({
  Products: z.array(
    z.object({
      Product: z.enum(fixedProducts as [FixedProduct, ...FixedProduct[]]),
      /** The number of running positions. */
      Running: z.int(),
      Promised: answerAmount,
      /** As shown on screen. */
      Shown: shownAmount,
    }),
  ),
  /** In the ledger, across all products. */
  SetAside: answerAmount,
});
export type Promises = z.output<typeof promises>;

export const readPromises = endpoint({
  method: 'GET',
  path: '/api/promises',
  access: 'investor',
  summary: 'The profit promised to the customer’s running positions, and what the ledger has set aside for it',
  answer: promises,
});
