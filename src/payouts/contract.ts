import * as z from 'zod/mini';
import { answerAmount } from '#money/amount.ts';
import { tradedProducts } from '#positions/registry.ts';
import { pageFields } from '#platform/pages.ts';
import { typedLabel } from '#platform/typed/schemas.ts';

/**
 * Operations are the trades of the brokerage's desk, with what each paid in percent. They come from the operator, never from us. A position
 * in a product with payouts earns its amount × the sum of the payouts of the operations that opened and closed while it ran.
 */
export const payoutProduct = z.enum(tradedProducts);
export type PayoutProduct = z.output<typeof payoutProduct>;

/** The source of an operation: the operator's feed, or the sandbox's made-up one, which is labelled as such wherever it is shown. */
export const operationSource = z.enum(['operator', 'sandbox']);
export type OperationSource = z.output<typeof operationSource>;

export const operationFields = {
  Id: z.uuid(),
  /** When it opened: a position takes part if it was running by then, and still is when it closes. */
  Opened: z.iso.datetime(),
  /** When it closed. */
  Date: z.iso.datetime(),
  Asset: z.string(),
  Pair: z.string(),
  /** In percent; negative for a loss. */
  Payout: z.number(),
  /** The caller's own share: the amount that took part × the payout. */
  Profit: answerAmount,
  Source: operationSource,
};

export const operation = z.object(operationFields);
export type Operation = z.output<typeof operation>;

export const assetName = typedLabel(40);

export const operationQuery = z.object({ ...pageFields, asset: z.optional(assetName) });
export type OperationQuery = z.output<typeof operationQuery>;
