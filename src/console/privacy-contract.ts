import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';

/** What customers may ask for of what is held of them: a copy, a correction, that it goes. */
const customer = z.object({ Id: z.uuid(), Name: z.string() });

export const fetchExport = endpoint({
  method: 'GET',
  path: '/console/customers/:id/export',
  access: 'staff',
  summary: 'Everything that is held of a customer, as an archive, for whoever has opened it lately (`customer export`)',
  params: z.object({ id: z.uuid() }),
  file: true,
  refusals: ['not_found', 'export_not_open'],
});

/** More of them are not shown. */
export const mostWaiting = 200;

export const listCorrections = endpoint({
  method: 'GET',
  path: '/console/privacy/corrections',
  access: 'staff',
  summary: 'Corrections that wait, the next one first',
  answer: z.array(
    z.object({
      Id: z.uuid(),
      Customer: customer,
      Email: z.string(),
      Field: z.enum(['email', 'name', 'phone']),
      Becomes: z.string(),
      Asked: z.iso.datetime(),
      TakesEffect: z.iso.datetime(),
    }),
  ),
});

export const listPrivacyActions = endpoint({
  method: 'GET',
  path: '/console/privacy/actions',
  access: 'staff',
  summary: 'What was done about what is held of customers, newest first',
  query: z.object({ after: z.optional(z.string().check(z.regex(/^[1-9]\d{0,17}$/))) }),
  answer: z.array(
    z.object({
      Number: z.string(),
      Date: z.iso.datetime(),
      Who: z.string(),
      Action: z.string(),
      Customer: customer,
      Erased: z.boolean(),
      Reason: z.nullable(z.string()),
      /** Whether whoever asks may fetch the file that this opened. */
      Fetch: z.boolean(),
    }),
  ),
  pages: true,
});
