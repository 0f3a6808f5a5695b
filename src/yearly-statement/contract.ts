import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';

/**
 * What a customer keeps of a year, and hands to whoever asks about it: what each account held when the year began and when it ended, what
 * was brought and withdrawn, what each product made, what the network paid and what was charged, each figure with the entries that it is
 * the sum of. As a document to read and print (PDF), and as figures to calculate with (CSV). A year is one of UTC, for everybody
 * (docs/decisions/0059-yearly-statement.md).
 */
export const accountYear = z.object({
  Year: z.int(),
  /** Of the year that is not over: this moment. */
  Until: z.nullable(z.iso.datetime()),
});
export type AccountYear = z.output<typeof accountYear>;

export const readYears = endpoint({
  method: 'GET',
  path: '/api/statement/years',
  access: 'investor',
  summary: 'The years for which the customer has a yearly statement, newest first',
  answer: z.array(accountYear),
});

export const yearFormats = ['pdf', 'csv'] as const;
export type YearFormat = (typeof yearFormats)[number];

export const mediaTypes: Record<YearFormat, string> = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' };

export const yearParams = z.object({
  year: z.pipe(z.string().check(z.regex(/^\d{4}$/)), z.transform(Number)),
});

export const yearQuery = z.object({ decimal: z.optional(z.enum(['point', 'comma'])) });

/** Where a year's file is: `/api/statement/2026.pdf`. */
export function yearPath(year: number | ':year', format: YearFormat): `/${string}` {
  return `/api/statement/${year}.${format}`;
}
