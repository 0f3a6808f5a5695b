import * as z from 'zod/mini';
import { answerAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { breaks } from '#wallet/compared-day.ts';
import { transferStates, waitsBecause } from '#wallet/transfer-state.ts';
import { typedId } from '#platform/typed/schemas.ts';

/** Every transfer with the brokerage as staff see it, and the brokerage's book beside ours, day by day. */
export const day = z.iso.date();
export const after = z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/)));
export const yes = z.optional(z.literal('yes'));
/** By id, because an email address must not appear in a URL. */
export const customer = z.optional(typedId);
const moment = z.iso.datetime();
export const person = z.object({ Id: z.uuid(), Name: z.string(), Email: z.string() });

const direction = z.enum(['deposit', 'withdrawal']);
const currency = z.enum(['brl', 'usdt']);

const listed = {
  Id: z.uuid(),
  Customer: person,
  Direction: direction,
  /** USD. */
  Amount: answerAmount,
  Fee: answerAmount,
  Currency: currency,
  /** In reais or USDT. */
  Net: z.number(),
  Rate: z.number(),
  State: z.enum(transferStates),
  Date: moment,
  Ended: z.nullable(moment),
  /** Still not ended after the time it may take. */
  Overdue: z.boolean(),
  /** Number of times it was sent. */
  Attempts: z.int(),
  /** Why the last attempt gave no definite answer; of one transfer in the reader's language. */
  Error: z.nullable(z.string()),
};
export const staffTransfer = z.object(listed);
export type StaffTransfer = z.output<typeof staffTransfer>;

export const listTransfers = endpoint({
  method: 'GET',
  path: '/console/transfers',
  access: 'staff',
  summary: 'Transfers with the brokerage of all customers, newest first',
  query: z.object({
    direction: z.optional(direction),
    state: z.optional(z.enum(transferStates)),
    currency: z.optional(currency),
    customer,
    day: z.optional(day),
    /** Requested on this day (of the house, real time) and settled since: what the reconciliation counts as ours. */
    settled: z.optional(day),
    overdue: yes,
    unknown: yes,
    after,
  }),
  answer: z.array(staffTransfer),
  pages: true,
});

export const entryLeg = z.object({ From: z.string(), To: z.string(), Amount: answerAmount });

export const transferHistory = z.object({
  ...listed,
  /** Time of the next attempt; null if there is none. */
  Next: z.nullable(moment),
  WaitsBecause: z.nullable(z.enum(waitsBecause)),
  Decision: z.nullable(z.enum(['approved', 'refused'])),
  /** Reason of a refusal, as worded by the brokerage or the operator. */
  Reason: z.nullable(z.string()),
  Steps: z.array(
    z.object({
      Number: z.int(),
      State: z.enum(transferStates),
      Attempts: z.int(),
      Error: z.nullable(z.string()),
      Reason: z.nullable(z.string()),
      At: moment,
    }),
  ),
  ByHand: z.nullable(z.object({ Outcome: z.enum(['settled', 'returned']), Evidence: z.string(), At: moment })),
  Postings: z.array(
    z.object({ Key: z.string(), Kind: z.string(), Number: z.int(), At: moment, Legs: z.array(entryLeg) }),
  ),
  /** Staff actions on the transfer. */
  Actions: z.array(
    z.object({
      Number: z.int(),
      At: moment,
      By: z.string(),
      Action: z.string(),
      /** What a declared command is called, in the reader's language; null for others. */
      Title: z.nullable(z.string()),
    }),
  ),
});
export type TransferHistory = z.output<typeof transferHistory>;

export const readTransfer = endpoint({
  method: 'GET',
  path: '/console/transfers/:id',
  access: 'staff',
  summary: 'A transfer with its full history',
  params: z.object({ id: z.uuid() }),
  answer: transferHistory,
  refusals: ['not_found'],
});

const total = z.object({
  Direction: direction,
  Currency: currency,
  Transfers: z.int(),
  /** USD. */
  Amount: answerAmount,
  Settled: z.number(),
});
const side = z.nullable(z.object({ Amount: answerAmount, Currency: currency, Settled: z.number(), State: z.string() }));

export const reconciliation = z.object({
  Day: day,
  /** False if the brokerage's book was not read, so that nothing is known. */
  Compared: z.boolean(),
  /** Why it was not compared, as a code. */
  Why: z.nullable(z.enum(['no_brokerage', 'unread'])),
  /** The error from reading their book. */
  Detail: z.nullable(z.string()),
  Ours: z.array(total),
  Theirs: z.array(total),
  /** Total number of breaks; only the first are listed. */
  Count: z.int(),
  Breaks: z.array(
    z.object({
      Reference: z.string(),
      Kind: z.enum(breaks),
      /** Our transfer, if there is one. */
      Transfer: z.nullable(z.uuid()),
      Ours: side,
      Theirs: side,
      Resolved: z.boolean(),
      Notes: z.array(z.object({ Note: z.string(), Journal: z.nullable(z.string()), By: z.string(), At: moment })),
    }),
  ),
});
export type Reconciliation = z.output<typeof reconciliation>;

export const readReconciliation = endpoint({
  method: 'GET',
  path: '/console/reconciliation',
  access: 'staff',
  summary: 'The brokerage’s book of a day beside ours, and the breaks between them with how each was resolved',
  query: z.object({ day }),
  answer: reconciliation,
});
