import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';
import { listQuery } from '#platform/pages.ts';
import { operationFields, payoutProduct } from './contract.ts';

/**
 * A product's record: what its operations would have made of an amount, told before anybody puts one in (G3). Reckoned as a position is:
 * the amount by the sum of the payouts, never below losing the amount. It is the desk's, the same for every customer, and no promise.
 */

/** How far back it looks, today included; days of UTC. */
export const recordSpans = [30, 90] as const;

export const recordSpan = z.object({
  Days: z.int(),
  /** The first of them. */
  From: z.iso.date(),
  /** Per cent of an amount put in when the span began. */
  Result: z.number(),
  /** The worst fall from a height to a later low, in per cent of that amount; zero or more. */
  WorstFall: z.number(),
  Operations: z.int(),
  /** Of them those that paid. */
  Gains: z.int(),
});
export type RecordSpan = z.output<typeof recordSpan>;

export const recordPoint = z.object({
  Date: z.iso.date(),
  /** Per cent, at the end of that day. */
  Result: z.number(),
});
export type RecordPoint = z.output<typeof recordPoint>;

export const tradingRecord = z.object({
  Product: payoutProduct,
  /** The first operation that is known; null: there is no record yet. */
  Since: z.nullable(z.iso.datetime()),
  /** Whether any operation of the longest span was made up for the sandbox. */
  Sandbox: z.boolean(),
  /** The shortest first. */
  Spans: z.array(recordSpan),
  /** Of the longest span, a point a day and one before the first, oldest first; empty where there is no record. */
  Series: z.array(recordPoint),
});
export type TradingRecord = z.output<typeof tradingRecord>;

export const readRecord = endpoint({
  method: 'GET',
  path: '/api/record',
  access: 'investor',
  summary: 'What a product’s operations of the last 30 and 90 days would have made of an amount, and its worst fall',
  query: z.object({ product: payoutProduct }),
  heavy: true,
  answer: tradingRecord,
});

const { Id, Date, Asset, Pair, Payout, Source } = operationFields;
export const recordedOperation = z.object({ Id, Date, Asset, Pair, Payout, Source });
export type RecordedOperation = z.output<typeof recordedOperation>;

export const listRecord = endpoint({
  method: 'GET',
  path: '/api/record/operations',
  access: 'investor',
  summary: 'Every operation of a product, whoever took part in it, newest first',
  query: z.object({ ...listQuery.shape, product: payoutProduct }),
  answer: z.array(recordedOperation),
  pages: true,
});
