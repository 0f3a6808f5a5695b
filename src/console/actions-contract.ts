import * as z from 'zod/mini';
import { part } from '#commands/kinds.ts';
import { endpoint } from '#platform/endpoint.ts';
import { typedLine } from '#platform/typed/schemas.ts';
import { customer } from './transfers-contract.ts';

/** The action log as the console shows it: who did what, from where, with the state before and after. */
const filterText = z.optional(typedLine(254));

/** Filters; omitted ones match everything. Days are the house's, and the last one is included. */
export const actionFilter = {
  /** The actor's name as recorded. */
  who: filterText,
  /** The command or its first word: `treasury` matches `treasury fund`. */
  action: filterText,
  customer,
  from: z.optional(z.iso.date()),
  until: z.optional(z.iso.date()),
};

export const details = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

export const listActions = endpoint({
  method: 'GET',
  path: '/console/actions',
  access: 'staff',
  summary: 'The action log, newest first',
  query: z.object({ ...actionFilter, after: z.optional(z.string().check(z.regex(/^[1-9]\d{0,17}$/))) }),
  answer: z.array(
    z.object({
      Number: z.string(),
      Happened: z.iso.datetime(),
      Who: z.string(),
      /** Null for the command line, open to anyone with access to the machine. */
      StaffId: z.nullable(z.uuid()),
      From: z.nullable(z.string()),
      Request: z.nullable(z.uuid()),
      Action: z.string(),
      /** What a declared command is called, in the reader's language; null for others. */
      Title: z.nullable(z.string()),
      Details: details,
      Was: z.nullable(details),
      IsNow: z.nullable(details),
      /** What a declared command did, in the reader's language; null for others. */
      Sentence: z.nullable(z.array(part)),
      /** Hexadecimal chain hash of this row and all before it. */
      Hash: z.string(),
    }),
  ),
  pages: true,
});

/** Maximum rows per file; request the rest by narrowing the days. */
export const mostExported = 20_000;

export const exportActions = endpoint({
  method: 'POST',
  path: '/console/actions/export',
  access: 'staff',
  summary: 'The same as a CSV file, newest first; the download is itself recorded as an action',
  body: z.strictObject(actionFilter),
  answer: z.object({
    Name: z.string(),
    Csv: z.string(),
    Rows: z.int(),
    /** False when there are more rows than fit in one file. */
    IsWhole: z.boolean(),
  }),
});
