import * as z from 'zod/mini';
import { payoutProduct } from '#payouts/contract.ts';
import type { LineProblem } from '#payouts/line-problems.ts';
import { endpoint } from '#platform/endpoint.ts';

/** What the desk traded, brought along as a file: looked at first, then imported whole or not at all. */
const moment = z.iso.datetime();
/** Letters of a file; some fifteen thousand operations. */
export const mostLetters = 2_000_000;
/** The same as JSON, where each letter may take more bytes than one. */
const bodyBytes = 6 * 1024 * 1024;
const csv = z.string().check(z.maxLength(mostLetters));

const problems = [
  'wrong_columns',
  'not_utf8',
  'invalid_date',
  'date_in_future',
  'invalid_asset',
  'invalid_pair',
  'invalid_payout',
  'invalid_reference',
  'reference_twice',
  'reference_differs',
] as const satisfies readonly LineProblem[];

/** So many files of one person are kept at a time. */
export const mostFiles = 50;

/** So many are shown of each kind; their number is told. */
export const mostShown = 200;

export const feedPreview = z.object({
  /** Would be recorded. */
  New: z.int(),
  /** Are known already, with the same content. */
  Known: z.int(),
  /** Have to be mended first: nothing is imported while there is one. */
  Bad: z.int(),
  /** The first of them, by their line in the file. */
  BadLines: z.array(z.object({ Line: z.int(), Problem: z.enum(problems) })),
  /** The first of what would be recorded. */
  Operations: z.array(
    z.object({ Date: moment, Asset: z.string(), Pair: z.string(), Payout: z.number(), Reference: z.string() }),
  ),
  /** Of everything new, added up; per cent. */
  Payout: z.number(),
  First: z.nullable(moment),
  Last: z.nullable(moment),
});
export type FeedPreview = z.output<typeof feedPreview>;

export const previewFeed = endpoint({
  method: 'POST',
  path: '/console/operations/preview',
  access: 'staff',
  summary: 'What importing a file would come to, line by line. Nothing is written',
  bodyBytes,
  body: z.strictObject({ product: payoutProduct, csv }),
  answer: feedPreview,
  refusals: ['not_a_feed'],
});

export const keepFile = endpoint({
  method: 'POST',
  path: '/console/operations/files',
  access: 'staff',
  summary: 'Bring a file along for an import; whoever decides on it sees the same. Forgotten after a week',
  bodyBytes,
  body: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u)),
    // No database keeps a letter of zero.
    csv: csv.check(z.regex(/^[^\0]*$/)),
  }),
  answer: z.object({ Id: z.uuid() }),
  refusals: ['too_many_files'],
});

export const previewFile = endpoint({
  method: 'GET',
  path: '/console/operations/files/:id',
  access: 'staff',
  summary: 'What importing a file that was brought along would come to',
  params: z.object({ id: z.uuid() }),
  query: z.object({ product: payoutProduct }),
  answer: z.object({ Name: z.string(), Preview: feedPreview }),
  refusals: ['unknown_file', 'not_a_feed'],
});
