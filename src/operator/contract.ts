import * as z from 'zod/mini';
import { payoutProduct } from '#payouts/contract.ts';
import { endpoint } from '#platform/endpoint.ts';

/**
 * The calls open to the operator's own programs, with the installation's OPERATOR_TOKEN. Lines are checked one by one, so that every bad
 * line is named, not only the first.
 */
const feedLine = z.strictObject({
  /** When it closed: an instant with its time zone, `2026-03-02T14:30:00Z`. */
  date: z.string(),
  /** When it opened; where it is left out, the setting says how long before its closing. Who opens after that takes no part in it. */
  opened: z.optional(z.string()),
  asset: z.string(),
  pair: z.string(),
  /** In percent, at most six decimals; negative for a loss. */
  payout: z.number(),
  /** The source's own id: the same reference is the same operation. */
  reference: z.string(),
});

export const importFeed = endpoint({
  method: 'POST',
  path: '/operator/operations',
  access: 'operator',
  summary: 'Import operations of a product: all of them or, if a line is bad, none; a retry changes nothing',
  body: z
    .strictObject({
      product: payoutProduct,
      /** May be empty where nothing was traded, and `complete_until` says so. */
      operations: z.array(feedLine).check(z.maxLength(500)),
      /**
       * Every operation that closed before this instant has been sent by now, with this call or an earlier one. Positions are paid once it is
       * past their end, else after the hours of a setting. Not in the future; never goes back.
       */
      complete_until: z.optional(z.iso.datetime({ offset: true })),
    })
    .check(
      z.refine(({ operations, complete_until: until }) => operations.length > 0 || until !== undefined, {
        path: ['operations'],
      }),
    ),
  namesLines: true,
  answer: z.object({
    Added: z.int(),
    Known: z.int(),
    /** How many of the added came too late for positions that have been paid. */
    Late: z.int(),
    CompleteUntil: z.nullable(z.iso.datetime()),
  }),
  refusals: ['operations_refused', 'complete_until_in_future'],
});
