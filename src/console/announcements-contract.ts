import * as z from 'zod/mini';
import { isSegment, mailsTo } from '#announcements/segments.ts';
import { endpoint } from '#platform/endpoint.ts';
import { languages } from '#platform/languages.ts';

const byLanguage = z.partialRecord(z.enum(languages), z.string());

/** An announcement to many customers at once. */
export const staffAnnouncement = z.object({
  Id: z.uuid(),
  /** Empty where it was made before there were subjects. */
  Subjects: byLanguage,
  Texts: byLanguage,
  Link: z.nullable(z.string()),
  Segment: z.string(),
  Mails: z.enum(mailsTo),
  Starts: z.iso.datetime(),
  MadeBy: z.string(),
  Made: z.iso.datetime(),
  /** The number of recipients when it was made, and how many have been notified so far. */
  Counted: z.int(),
  Told: z.int(),
  /** The same of emails. */
  MailsCounted: z.int(),
  Mailed: z.int(),
  State: z.enum(['waiting', 'sending', 'done', 'withdrawn']),
});
export type StaffAnnouncement = z.output<typeof staffAnnouncement>;

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/console/announcements',
  access: 'staff',
  summary: 'Announcements, newest first',
  query: z.object({ after: z.optional(z.string().check(z.maxLength(200), z.regex(/^[\w-]*$/))) }),
  answer: z.array(staffAnnouncement),
  pages: true,
});

export const countCustomers = endpoint({
  method: 'POST',
  path: '/console/announcements/count',
  access: 'staff',
  summary:
    'The number of customers an announcement would reach now, by notice and by email, and the languages they read',
  body: z.strictObject({ segment: z.string().check(z.maxLength(40), z.refine(isSegment)) }),
  answer: z.object({
    Customers: z.int(),
    /** Of them, those who want such emails. */
    Wanting: z.int(),
    /** What they read, most read first: an announcement is written in all of them. */
    Languages: z.array(z.object({ Language: z.enum(languages), Customers: z.int() })),
  }),
});
