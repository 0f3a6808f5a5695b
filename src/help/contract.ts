import * as z from 'zod/mini';
import { presentTerms } from '#auth/contract.ts';
import { answerAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';

/**
 * What a customer may know of the rules of this installation beyond what is on offer (`/api/catalog`): when a withdrawal waits for an
 * operator, how old a rate may be, and which terms they accepted when. How much leaves of all customers together is the house's business:
 * that there is such a limit is said, not how high it is.
 */
const accepted = z.object({ Version: z.string(), At: z.iso.datetime() });

export const help = z.object({
  Withdrawal: z.object({
    /** USD that a customer takes out without an operator, over so many hours. */
    Limit: answerAmount,
    LimitHours: z.int(),
    /** For so many hours after a changed phone or password, or from a new device, an operator approves first. */
    ChangeHours: z.int(),
  }),
  /** For so many minutes after its source quoted it the USD-BRL rate counts. */
  Rate: z.object({ MaxAgeMinutes: z.int() }),
  Terms: z.object({
    /** What is in force now. */
    Present: z.string(),
    /** With the fees that they named then, per cent; null where the version is one of which nobody knows here. */
    Accepted: z.extend(accepted, { Fees: z.nullable(presentTerms.shape.Fees) }),
  }),
  VaultTerms: z.object({
    Present: z.string(),
    /** The latest that the customer accepted; null before their first investment. */
    Accepted: z.nullable(accepted),
  }),
});
export type Help = z.output<typeof help>;

export const readHelp = endpoint({
  method: 'GET',
  path: '/api/help',
  access: 'investor',
  summary: 'Limits, the rules of the rate, and the terms as the customer accepted them',
  answer: help,
});
