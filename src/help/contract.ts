import * as z from 'zod/mini';
import { presentTerms } from '#auth/contract.ts';
import { answerAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';

/**
 * The rules of this installation that a customer may know, beyond what is on offer (`/api/catalog`): when a withdrawal waits for an
 * operator, how old a rate may be, and which terms they accepted when. The limit on the outflow of all customers together is the house's
 * business: its existence is disclosed, its amount is not.
 */
const accepted = z.object({ Version: z.string(), At: z.iso.datetime() });

export const help = z.object({
  Withdrawal: z.object({
    /** USD that a customer can withdraw within `LimitHours` without an operator's approval. */
    Limit: answerAmount,
    LimitHours: z.int(),
    /** Hours after a changed phone or password, or from a new device, during which an operator has to approve first. */
    ChangeHours: z.int(),
  }),
  /** Minutes for which the USD-BRL rate is valid after its source quoted it. */
  Rate: z.object({ MaxAgeMinutes: z.int() }),
  Terms: z.object({
    /** The version in force now. */
    Present: z.string(),
    /** With the fees, in percent, that the accepted version stated (null if it is unknown here); null before they have accepted any. */
    Accepted: z.nullable(z.extend(accepted, { Fees: z.nullable(presentTerms.shape.Fees) })),
  }),
  VaultTerms: z.object({
    Present: z.string(),
    /** The latest version that the customer accepted; null before their first investment. */
    Accepted: z.nullable(accepted),
  }),
});
export type Help = z.output<typeof help>;

export const readHelp = endpoint({
  method: 'GET',
  path: '/api/help',
  access: 'investor',
  summary: 'Limits, the rules for the rate, and the terms as the customer accepted them',
  answer: help,
});
