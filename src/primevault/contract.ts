import * as z from 'zod/mini';
import { answerAmount, queryAmount, requestAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { pageFields } from '#platform/pages.ts';
import { quotedPercent } from '#money/percent-schema.ts';
import { quotedDays } from '#positions/quoted-terms.ts';
import { typedCode } from '#platform/typed/code-schemas.ts';

/**
 * The vault holds an amount for its whole term at a return agreed at the start; it cannot be left early. At the end the amount and the
 * profit return to the balance automatically. A promotional code adds to the return.
 */
export const investmentStatus = z.enum(['active', 'expired']);

export const investment = z.object({
  Id: z.uuid(),
  Start: z.iso.datetime(),
  End: z.iso.datetime(),
  Rate: z.number(),
  /** The part of the profit withheld as tax when it is paid, per cent; omitted if nothing is. */
  TaxRate: z.optional(z.number()),
  Amount: answerAmount,
  Profit: answerAmount,
  Progress: z.number(),
  Status: investmentStatus,
  Promocode: z.nullable(z.string()),
});
export type Investment = z.output<typeof investment>;

export const statusFilters = ['all', 'active', 'expired'] as const;
export const progressOrders = ['none', 'highest', 'lowest'] as const;
export type ProgressOrder = (typeof progressOrders)[number];

export const listInvestments = endpoint({
  method: 'GET',
  path: '/api/vault/investments',
  access: 'investor',
  summary: 'The vault investments of the customer, newest first unless ordered by progress',
  query: z.object({
    ...pageFields,
    min: z.optional(queryAmount),
    max: z.optional(queryAmount),
    status: z._default(z.enum(statusFilters), 'all'),
    order: z._default(z.enum(progressOrders), 'none'),
  }),
  answer: z.array(investment),
  pages: true,
});

export const plan = z.object({
  Days: z.int(),
  Rate: z.number(),
  /** Whole dollars, ascending. */
  Amounts: z.array(z.int()),
  /** The part of the profit withheld as tax when it is paid, per cent; omitted if nothing is. */
  TaxRate: z.optional(z.number()),
  TermsAccepted: z.boolean(),
});
export type Plan = z.output<typeof plan>;

export const readPlan = endpoint({
  method: 'GET',
  path: '/api/vault/plan',
  access: 'investor',
  summary: 'The vault’s current offer, and whether the customer has accepted its terms',
  answer: plan,
});

export const acceptTerms = endpoint({
  method: 'POST',
  path: '/api/vault/subscribe',
  access: 'investor',
  summary: 'Accept the terms of the vault; accepting them again changes nothing',
  body: z.strictObject({ terms: z.literal(true) }),
});

const conditionsRefused = [
  'too_many_attempts',
  'invalid_amount',
  'amount_not_allowed',
  'promocode_unknown',
  'promocode_not_yet_valid',
  'promocode_expired',
  'promocode_used_up',
  'promocode_minimum',
  'promocode_spent',
];

export const openInvestment = endpoint({
  method: 'POST',
  path: '/api/vault/deposit',
  access: 'investor',
  summary: 'Invest an amount in the vault',
  /** An empty code counts as no code. */
  body: z.strictObject({ amount: requestAmount, promocode: z.nullish(typedCode) }),
  /** The quoted rate excludes a code. */
  headers: z.object({ 'quoted-rate': quotedPercent, 'quoted-days': quotedDays, 'quoted-tax': quotedPercent }),
  answer: investment,
  status: 201,
  movesMoney: true,
  refusals: [...conditionsRefused, 'terms_changed', 'vault_terms_required', 'insufficient_balance', 'no_capacity'],
});

export const quote = z.object({
  Rate: z.number(),
  Points: z.number(),
  Amount: answerAmount,
  Profit: answerAmount,
  Days: z.int(),
  Promocode: z.nullable(z.string()),
});
export type Quote = z.output<typeof quote>;

/** The terms that a deposit would get now, which the dialog shows before the confirm. */
export const quoteInvestment = endpoint({
  method: 'GET',
  path: '/api/vault/quote',
  access: 'investor',
  summary: 'What the vault would return for an amount and a promotional code; does not use up the code',
  query: z.object({ amount: queryAmount, promocode: z.optional(typedCode) }),
  answer: quote,
  refusals: conditionsRefused,
});

/** What the catalog publishes about the vault. The rate is in per cent, without a promotional code. */
export const vaultOffer = z.object({
  Days: z.int(),
  Rate: z.number(),
  Amounts: z.array(z.number()),
  TaxRate: z.optional(z.number()),
});
export type VaultOffer = z.output<typeof vaultOffer>;
