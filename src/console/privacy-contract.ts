import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';
import { privacyKinds, privacyOutcomes } from '#privacy/requests.ts';
import { after } from './transfers-contract.ts';

/** Customers' requests about their personal data: a copy, a correction, or erasure. */
const customer = z.object({ Id: z.uuid(), Name: z.string() });

export const fetchExport = endpoint({
  method: 'GET',
  path: '/console/customers/:id/export',
  access: 'staff',
  summary: 'All data held on a customer, as an archive, for staff who opened it recently (`customer export`)',
  params: z.object({ id: z.uuid() }),
  file: true,
  refusals: ['not_found', 'export_not_open'],
});

export const readRetention = endpoint({
  method: 'GET',
  path: '/console/privacy/retention',
  access: 'staff',
  summary: 'For how many days data of customers, and files of closed cases, are kept; the settings decide',
  answer: z.object({
    /** After the last movement; until then a customer cannot be erased. */
    Customers: z.int(),
    /** After the case was closed. */
    CaseFiles: z.int(),
  }),
});

/** Maximum number shown. */
export const mostWaiting = 200;

export const listCorrections = endpoint({
  method: 'GET',
  path: '/console/privacy/corrections',
  access: 'staff',
  summary: 'Pending corrections, the next one first',
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

const request = z.object({
  Id: z.uuid(),
  Customer: customer,
  Email: z.string(),
  Erased: z.boolean(),
  Kind: z.enum(privacyKinds),
  /** Days of the house; the due day itself is still in time. */
  Received: z.iso.date(),
  Due: z.iso.date(),
  Overdue: z.boolean(),
  /** The member of staff in charge. */
  Handler: z.nullable(z.string()),
  Outcome: z.nullable(z.enum(privacyOutcomes)),
  Answered: z.nullable(z.iso.datetime()),
});

export const listOpenPrivacyRequests = endpoint({
  method: 'GET',
  path: '/console/privacy/requests/open',
  access: 'staff',
  summary: 'Unanswered privacy requests, the next one due first',
  answer: z.array(request),
});

export const listAnsweredPrivacyRequests = endpoint({
  method: 'GET',
  path: '/console/privacy/requests/answered',
  access: 'staff',
  summary: 'Answered privacy requests, newest first',
  query: z.object({ after }),
  answer: z.array(request),
  pages: true,
});

export const listPrivacyActions = endpoint({
  method: 'GET',
  path: '/console/privacy/actions',
  access: 'staff',
  summary: 'Actions on data held on customers, newest first',
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
      /** Whether the caller may download the file that this request opened. */
      Fetch: z.boolean(),
    }),
  ),
  pages: true,
});
