import * as z from 'zod/mini';
import { answerAmount, requestAmount } from '#money/amount.ts';
import { operation, operationQuery } from '#payouts/contract.ts';
import { endpoint } from '#platform/endpoint.ts';
import { listQuery } from '#platform/pages.ts';

/**
 * A copy-trade licence lets an amount take part in the desk's operations for thirty days. It earns or loses with each of them, but never
 * loses more than itself; at its end the amount and the result are credited to the balance automatically. Nothing is promised.
 */
export const licenceStatus = z.enum(['active', 'expired']);

export const licence = z.object({
  Id: z.uuid(),
  Start: z.iso.datetime(),
  End: z.iso.datetime(),
  Amount: answerAmount,
  Profit: answerAmount,
  Progress: z.number(),
  Status: licenceStatus,
  /** It has ended, and is paid once its last operations are known: when its feed is complete, at the latest after the hours of a setting. */
  AwaitsOperations: z.boolean(),
});
export type Licence = z.output<typeof licence>;

export const listLicences = endpoint({
  method: 'GET',
  path: '/api/copytrade',
  access: 'investor',
  summary: 'The copy-trade licences of the customer, newest first',
  query: listQuery,
  answer: z.array(licence),
  pages: true,
});

export const openLicence = endpoint({
  method: 'POST',
  path: '/api/copytrade',
  access: 'investor',
  summary: 'Open a copy-trade licence',
  body: z.strictObject({ amount: requestAmount }),
  answer: licence,
  status: 201,
  movesMoney: true,
  refusals: ['invalid_amount', 'copytrade_closed', 'amount_not_allowed', 'insufficient_balance'],
});

export const reportCopyOperations = endpoint({
  method: 'GET',
  path: '/api/copytrade/report',
  access: 'investor',
  summary: 'The copy operations that the customer took part in, newest first',
  query: operationQuery,
  heavy: true,
  answer: z.array(operation),
  pages: true,
});

export const copyOffer = z.object({
  /** Whether new licences are accepted now. */
  Open: z.boolean(),
  /** In USD. */
  Amounts: z.array(z.number()),
  Days: z.int(),
});
export type CopyOffer = z.output<typeof copyOffer>;

export const readCopyOffer = endpoint({
  method: 'GET',
  path: '/api/copytrade/offer',
  access: 'investor',
  summary: 'Whether new licences are open, for which amounts and how long',
  answer: copyOffer,
});

export const openingAlert = z.object({
  /** Whether the customer will be notified, once, when registrations open. */
  Wanted: z.boolean(),
});
export type OpeningAlert = z.output<typeof openingAlert>;

export const readOpeningAlert = endpoint({
  method: 'GET',
  path: '/api/copytrade/alert',
  access: 'investor',
  summary: 'Whether the customer is notified when new licences open again',
  answer: openingAlert,
});

export const chooseOpeningAlert = endpoint({
  method: 'POST',
  path: '/api/copytrade/alert',
  access: 'investor',
  summary: 'Turn on or off a single notification, by notice and e-mail, for when new licences open again. Idempotent',
  body: z.strictObject({ wanted: z.boolean() }),
  answer: openingAlert,
});
