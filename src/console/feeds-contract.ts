import * as z from 'zod/mini';
import { payoutProduct } from '#payouts/contract.ts';
import { dateOrders } from '#payouts/date-orders.ts';
import type { LineProblem } from '#payouts/line-problems.ts';
import { endpoint } from '#platform/endpoint.ts';
import { typedLine } from '#platform/typed/schemas.ts';

/** The desk's trades, uploaded as a file: previewed first, then imported all or nothing. */
const moment = z.iso.datetime();
/** Characters per file; about fifteen thousand operations. */
export const mostLetters = 2_000_000;
/** The same as JSON, where a character may take more than one byte. */
const bodyBytes = 6 * 1024 * 1024;
const csv = z.string().check(z.maxLength(mostLetters));

/** Whether days come before months, where dates may be read either way. */
const dates = z.optional(z.enum(dateOrders));

const problems = [
  'wrong_columns',
  'not_utf8',
  'invalid_date',
  'ambiguous_date',
  'ambiguous_time',
  'date_in_future',
  'invalid_opening',
  'opened_after_closing',
  'invalid_asset',
  'invalid_pair',
  'invalid_payout',
  'payout_above_bound',
  'day_above_bound',
  'invalid_reference',
  'rounded_reference',
  'formula',
  'reference_twice',
  'reference_differs',
] as const satisfies readonly LineProblem[];

/** Files stored per person at a time. */
export const mostFiles = 50;

/** Rows shown of each kind; the totals are given as well. */
export const mostShown = 200;

/** Late operations shown. */
export const mostExamples = 5;

const newOperation = z.object({
  Opened: moment,
  Date: moment,
  Asset: z.string(),
  Pair: z.string(),
  Payout: z.number(),
  Reference: z.string(),
});

export const feedPreview = z.object({
  /** Number that would be recorded. */
  New: z.int(),
  /** Number already recorded with the same content. */
  Known: z.int(),
  /** Number that have to be corrected first: nothing is imported while there is one. */
  Bad: z.int(),
  /** The first of the bad lines, by line number in the file. */
  BadLines: z.array(z.object({ Line: z.int(), Problem: z.enum(problems) })),
  /** The first operations that would be recorded. */
  Operations: z.array(newOperation),
  /** Number of new operations that closed before positions were paid up to: what ended by then receives nothing of them. */
  Late: z.int(),
  PaidUntil: moment,
  /** The first of the late ones. */
  LateOperations: z.array(newOperation),
  /** Sum of all new payouts, in per cent. */
  Payout: z.number(),
  /** Of the file itself, to be compared with the desk's own: its lines, and the sum of their payouts, known ones too. */
  Lines: z.int(),
  FilePayout: z.number(),
  /** Until when the file says that the feed is complete. */
  CompleteUntil: z.nullable(moment),
  First: z.nullable(moment),
  Last: z.nullable(moment),
});
export type FeedPreview = z.output<typeof feedPreview>;

export const previewFeed = endpoint({
  method: 'POST',
  path: '/console/operations/preview',
  access: 'staff',
  summary: 'Preview importing a file, line by line. Nothing is written',
  bodyBytes,
  body: z.strictObject({ product: payoutProduct, csv, dates }),
  answer: feedPreview,
  refusals: ['not_a_feed', 'complete_until_in_future'],
});

export const keepFile = endpoint({
  method: 'POST',
  path: '/console/operations/files',
  access: 'staff',
  summary: 'Upload a file for an import; whoever decides on it sees the same file. Deleted after a week',
  bodyBytes,
  body: z.strictObject({
    name: typedLine(200, 1),
    // PostgreSQL text cannot contain NUL characters.
    csv: csv.check(z.regex(/^[^\0]*$/)),
  }),
  answer: z.object({ Id: z.uuid() }),
  refusals: ['too_many_files'],
});

export const previewFile = endpoint({
  method: 'GET',
  path: '/console/operations/files/:id',
  access: 'staff',
  summary: 'Preview importing an uploaded file',
  params: z.object({ id: z.uuid() }),
  query: z.object({ product: payoutProduct, dates }),
  answer: z.object({ Name: z.string(), Preview: feedPreview }),
  refusals: ['unknown_file', 'not_a_feed', 'complete_until_in_future'],
});

/** Imports listed: whoever undoes one does so soon. */
export const mostImports = 50;

export const listImports = endpoint({
  method: 'GET',
  path: '/console/operations/imports',
  access: 'staff',
  summary: 'The last imports, newest first',
  answer: z.array(
    z.object({
      Id: z.int(),
      Product: payoutProduct,
      Operations: z.int(),
      /** The sum of their payouts, in per cent. */
      Payout: z.number(),
      First: moment,
      Last: moment,
      Made: moment,
      By: z.string(),
      Withdrawn: z.nullable(moment),
    }),
  ),
});
