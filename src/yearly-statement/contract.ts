import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';

/**
 * A customer's record of a year, to hand to whoever requires it: what each account held at the beginning and end, deposits and withdrawals,
 * each product's result, network awards and fees, each figure with the entries that it sums. Available as a document to read and print
 * (PDF) and as figures to calculate with (CSV). Years are those of the house's zone for everybody (docs/decisions/0059-yearly-statement.md).
 */
export const accountYear = z.object({
  Year: z.int(),
  /** The present instant for the current year; otherwise null. */
  Until: z.nullable(z.iso.datetime()),
});
export type AccountYear = z.output<typeof accountYear>;

export const readYears = endpoint({
  method: 'GET',
  path: '/api/statement/years',
  access: 'investor',
  summary: 'The years with a yearly statement for the customer, newest first',
  answer: z.array(accountYear),
});

export const yearFormats = ['pdf', 'csv'] as const;
export type YearFormat = (typeof yearFormats)[number];

export const mediaTypes: Record<YearFormat, string> = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' };

export const yearParams = z.object({
  year: z.pipe(z.string().check(z.regex(/^\d{4}$/)), z.transform(Number)),
});

export const yearQuery = z.object({ decimal: z.optional(z.enum(['point', 'comma'])) });

/** The path of a year's file: `/api/statement/2026.pdf`. */
export function yearPath(year: number | ':year', format: YearFormat): `/${string}` {
  return `/api/statement/${year}.${format}`;
}
