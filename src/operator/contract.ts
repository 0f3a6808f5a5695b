import * as z from 'zod/mini';
import { payoutProduct } from '#payouts/contract.ts';
import { endpoint } from '#platform/endpoint.ts';

/**
 * What the operator's own programs may call, with the installation's OPERATOR_TOKEN. What stands in a line is checked line by
 * line, so that every bad one is named at once and not the first alone.
 */
const feedLine = z.strictObject({
  /** An instant with its zone: `2026-03-02T14:30:00Z`. */
  date: z.string(),
  asset: z.string(),
  pair: z.string(),
  /** In percent, at most six decimals; negative where the operation lost. */
  payout: z.number(),
  /** The source's own name for it: the same reference is the same operation. */
  reference: z.string(),
});

export const importFeed = endpoint({
  method: 'POST',
  path: '/operator/operations',
  access: 'operator',
  summary: 'Import operations of a product: all of them or, when a line is bad, none; sent again they change nothing',
  body: z.strictObject({
    product: payoutProduct,
    operations: z.array(feedLine).check(z.minLength(1), z.maxLength(500)),
  }),
  namesLines: true,
  answer: z.object({ Added: z.int(), Known: z.int() }),
  refusals: ['operations_refused'],
});
