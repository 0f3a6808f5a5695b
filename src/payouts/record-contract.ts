import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';
import { listQuery } from '#platform/pages.ts';
import { operationFields, payoutProduct } from './contract.ts';

/**
 * A product's record: what its operations would have made of an amount, shown before anybody invests (G3). Computed like a position: the
 * amount × the sum of the payouts, never below losing the amount. It is the desk's, the same for every customer, and no promise.
 */

/** The spans of a record in days of the house, today included. */
export const recordSpans = [30, 90] as const;

export const recordSpan = z.object({
  Days: z.int(),
  /** The first day of the span. */
  From: z.iso.date(),
  /** Per cent of an amount invested at the beginning of the span. */
  Result: z.number(),
  /** The largest drawdown from a peak to a later low, in per cent of that amount; zero or more. */
  WorstFall: z.number(),
  Operations: z.int(),
  /** Operations with a positive payout. */
  Gains: z.int(),
});
export type RecordSpan = z.output<typeof recordSpan>;

export const recordPoint = z.object({
  Date: z.iso.date(),
  /** Per cent, at the end of the day. */
  Result: z.number(),
});
export type RecordPoint = z.output<typeof recordPoint>;

export const tradingRecord = z.object({
  Product: payoutProduct,
  /** The first known operation; null if there is no record yet. */
  Since: z.nullable(z.iso.datetime()),
  /** Whether any operation in the longest span was made up for the sandbox. */
  Sandbox: z.boolean(),
  /** Shortest first. */
  Spans: z.array(recordSpan),
  /** One point per day of the longest span, and one before the first, oldest first; empty if there is no record. */
  Series: z.array(recordPoint),
});
export type TradingRecord = z.output<typeof tradingRecord>;

export const readRecord = endpoint({
  method: 'GET',
  path: '/api/record',
  access: 'investor',
  summary:
    'What a product’s operations of the last 30 and 90 days would have made of an amount, and its largest drawdown',
  query: z.object({ product: payoutProduct }),
  heavy: true,
  answer: tradingRecord,
});

const { Id, Opened, Date, Asset, Pair, Payout, Source } = operationFields;
export const recordedOperation = z.object({ Id, Opened, Date, Asset, Pair, Payout, Source });
export type RecordedOperation = z.output<typeof recordedOperation>;

export const listRecord = endpoint({
  method: 'GET',
  path: '/api/record/operations',
  access: 'investor',
  summary: 'Every operation of a product, regardless of who took part, newest first',
  query: z.object({ ...listQuery.shape, product: payoutProduct }),
  answer: z.array(recordedOperation),
  pages: true,
});
