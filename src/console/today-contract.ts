import * as z from 'zod/mini';
import { answerAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { roles } from '#staff/roles.ts';
import { waitsBecause } from '#wallet/transfer-state.ts';
import { waiting } from './waiting-contract.ts';

/** The start page of a member of staff. Null parts are not visible to their role. */
export const alarms = [
  'transfers_overdue',
  'transfers_unknown',
  'rates_closed',
  'audit_broken',
  'audit_not_compared',
  'audit_late',
  'treasury_low',
  'privacy_overdue',
  'mails_stuck',
  'mails_lost',
  'replica_away',
  'nobody_decides',
] as const;
export type Alarm = (typeof alarms)[number];

export const today = z.object({
  Requests: waiting,
  /** The withdrawals that wait longest for a decision; null for roles that make none. */
  Withdrawals: z.nullable(
    z.array(
      z.object({
        Id: z.uuid(),
        Customer: z.object({ Id: z.uuid(), Name: z.string() }),
        /** USD. */
        Amount: answerAmount,
        Asked: z.iso.datetime(),
        Because: z.nullable(z.enum(waitsBecause)),
      }),
    ),
  ),
  Transfers: z.nullable(
    z.object({
      Open: z.int(),
      Overdue: z.int(),
      Unknown: z.int(),
      AwaitingApproval: z.int(),
      OldestMinutes: z.int(),
      /** When the brokerage last gave a definite answer. */
      Answered: z.nullable(z.iso.datetime()),
    }),
  ),
  Treasury: z.nullable(
    z.object({ Left: answerAmount, Pace: answerAmount, RunwayDays: z.nullable(z.int()), Due: answerAmount }),
  ),
  /** Unanswered requests of customers about their personal data. */
  Privacy: z.nullable(z.object({ Open: z.int(), Overdue: z.int(), NextDue: z.nullable(z.iso.date()) })),
  /** E-mails to customers: those that wait too long, those given up in 24 hours, and the mail server's last answer to one that waits. */
  Mails: z.nullable(z.object({ Stuck: z.int(), Lost: z.int(), Said: z.nullable(z.string()) })),
  Rate: z.nullable(
    z.object({
      High: z.nullable(z.number()),
      Low: z.nullable(z.number()),
      At: z.nullable(z.iso.datetime()),
      Closed: z.nullable(z.enum(['refused', 'too_old', 'away'])),
    }),
  ),
  Audit: z.nullable(
    z.object({
      At: z.iso.datetime(),
      By: z.string(),
      Findings: z.int(),
      /** Whether the brokerage's book was compared with ours. */
      Compared: z.boolean(),
    }),
  ),
  /** The replica that serves long reads; null if there is none. */
  Replica: z.nullable(
    z.object({
      /** Its lag; null while it is unavailable. */
      BehindSeconds: z.nullable(z.number()),
    }),
  ),
  /** Roles of which somebody asks for something that nobody else could decide on; null for those who cannot change that. */
  Undecided: z.nullable(z.array(z.enum(roles))),
  /** Current problems, worst first; the text under each name says what to do about it. */
  Alarms: z.array(z.enum(alarms)),
});
export type Today = z.output<typeof today>;

export const readToday = endpoint({
  method: 'GET',
  path: '/console/today',
  access: 'staff',
  summary: 'What is waiting, what is late, and the state of the books, the rate and the brokerage',
  answer: today,
});
