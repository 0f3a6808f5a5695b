import * as z from 'zod/mini';
import { answerAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';

/** What somebody of the staff begins their day with. What is null is not theirs to see. */
export const alarms = [
  'transfers_overdue',
  'transfers_unknown',
  'rates_closed',
  'audit_broken',
  'audit_not_compared',
  'audit_late',
  'treasury_low',
  'privacy_overdue',
  'replica_away',
] as const;
export type Alarm = (typeof alarms)[number];

export const today = z.object({
  /** Requests of others that wait for me, and those of mine that wait for others. */
  Requests: z.object({ Mine: z.int(), ToDecide: z.int() }),
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
  /** What customers asked for of what is held of them and waits for an answer. */
  Privacy: z.nullable(z.object({ Open: z.int(), Overdue: z.int(), NextDue: z.nullable(z.iso.date()) })),
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
      /** Whether the brokerage's book was read beside ours. */
      Compared: z.boolean(),
    }),
  ),
  /** The copy of the database that long readings go to; null where there is none. */
  Replica: z.nullable(
    z.object({
      /** How far behind it is; null while it is away. */
      BehindSeconds: z.nullable(z.number()),
    }),
  ),
  /** What is not as it should be, the worst first; what to do about each stands in the words of its name. */
  Alarms: z.array(z.enum(alarms)),
});
export type Today = z.output<typeof today>;

export const readToday = endpoint({
  method: 'GET',
  path: '/console/today',
  access: 'staff',
  summary: 'What waits, what is late, and whether the books, the rate and the brokerage are well',
  answer: today,
});
