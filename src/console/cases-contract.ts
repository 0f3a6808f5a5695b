import * as z from 'zod/mini';
import { caseDecisions, caseEventKinds, evidenceTypes, mostEvidenceBytes, patternRules } from '#cases/patterns.ts';
import { answerAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { typedLine } from '#platform/typed/schemas.ts';

/** Suspicious patterns found by rules, and the cases that staff made of them. */
const customer = z.object({ Id: z.uuid(), Name: z.string(), Email: z.string() });
const after = z.optional(z.string().check(z.maxLength(200), z.regex(/^[\w-]*$/)));

export const alert = z.object({
  Id: z.uuid(),
  Rule: z.enum(patternRules),
  Found: z.iso.datetime(),
  LastEvidence: z.iso.datetime(),
  /** The first customer involved. */
  Customer: customer,
  /** Number of customers involved. */
  Customers: z.int(),
  State: z.enum(['open', 'case', 'dismissed']),
  Case: z.nullable(z.uuid()),
});
export type StaffAlert = z.output<typeof alert>;

export const evidence = z.object({
  Customer: customer,
  Date: z.iso.datetime(),
  Transfer: z.nullable(z.uuid()),
  Amount: z.nullable(answerAmount),
});

/** By id; of an alert, one of those involved. */
const about = z.optional(z.uuid());

export const listAlerts = endpoint({
  method: 'GET',
  path: '/console/alerts',
  access: 'staff',
  summary: 'Alerts, most recently found first',
  query: z.object({ state: z._default(z.enum(['open', 'case', 'dismissed']), 'open'), customer: about, after }),
  answer: z.array(alert),
  pages: true,
});

export const readAlert = endpoint({
  method: 'GET',
  path: '/console/alerts/:id',
  access: 'staff',
  summary: 'An alert with its evidence',
  params: z.object({ id: z.uuid() }),
  answer: z.extend(alert, {
    /** Newest first. */
    Evidence: z.array(evidence),
    /** Number of older pieces not listed. */
    LeftOut: z.int(),
  }),
  refusals: ['not_found'],
});

const person = z.object({ Id: z.uuid(), Name: z.string(), Email: z.string() });

export const staffCase = z.object({
  Id: z.uuid(),
  Customer: customer,
  Opened: z.iso.datetime(),
  AssignedTo: z.nullable(person),
  Decision: z.nullable(z.enum(caseDecisions)),
  Closed: z.nullable(z.iso.datetime()),
  Alerts: z.int(),
});
export type StaffCase = z.output<typeof staffCase>;

export const listCases = endpoint({
  method: 'GET',
  path: '/console/cases',
  access: 'staff',
  summary: 'Cases, most recently opened first',
  query: z.object({ state: z._default(z.enum(['open', 'closed']), 'open'), customer: about, after }),
  answer: z.array(staffCase),
  pages: true,
});

export const readCase = endpoint({
  method: 'GET',
  path: '/console/cases/:id',
  access: 'staff',
  summary: 'A case: what was done in it, and its alerts',
  params: z.object({ id: z.uuid() }),
  answer: z.extend(staffCase, {
    Events: z.array(
      z.object({
        Id: z.uuid(),
        Kind: z.enum(caseEventKinds),
        Author: z.string(),
        Date: z.iso.datetime(),
        About: z.nullable(z.string()),
        Words: z.nullable(z.string()),
      }),
    ),
    Files: z.array(
      z.object({
        Id: z.uuid(),
        Name: z.string(),
        Type: z.enum(evidenceTypes),
        Bytes: z.int(),
        Sha256: z.string(),
        Author: z.string(),
        Added: z.iso.datetime(),
      }),
    ),
    AlertList: z.array(alert),
    /** The staff it can be assigned to. */
    Colleagues: z.array(person),
  }),
  refusals: ['not_found'],
});

/** In base64, four letters for three bytes. */
const mostLetters = Math.ceil(mostEvidenceBytes / 3) * 4;

export const addCaseFile = endpoint({
  method: 'POST',
  path: '/console/cases/:id/files',
  access: 'staff',
  summary: 'Attach a file to an open case: PDF, PNG, JPEG, CSV or text, judged by its content; up to 5 MB and 20 files',
  params: z.object({ id: z.uuid() }),
  bodyBytes: mostLetters + 4096,
  body: z.strictObject({
    name: typedLine(200, 1),
    /** The file in base64. */
    content: z.string().check(z.maxLength(mostLetters), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  }),
  answer: z.object({ Id: z.uuid() }),
  refusals: ['not_found', 'case_closed', 'evidence_type', 'evidence_too_large', 'too_many_files'],
});

export const takeCaseFile = endpoint({
  method: 'GET',
  path: '/console/cases/:id/files/:file',
  access: 'staff',
  summary: 'A file of a case; the download is an entry in the account, with the file’s hash',
  params: z.object({ id: z.uuid(), file: z.uuid() }),
  file: true,
  refusals: ['not_found'],
});

export const listCasesAbout = endpoint({
  method: 'GET',
  path: '/console/customers/:id/cases',
  access: 'staff',
  summary: 'A customer’s cases and alerts; the last hundred of each',
  params: z.object({ id: z.uuid() }),
  answer: z.object({ Cases: z.array(staffCase), Alerts: z.array(alert) }),
  refusals: ['not_found'],
});
