import * as z from 'zod/mini';
import { answerAmount, requestAmount } from '#money/amount.ts';
import { quotedPercent } from '#money/percent-schema.ts';
import { approvalHeader, approvalRefusals } from '#platform/approval.ts';
import { endpoint } from '#platform/endpoint.ts';
import { listQuery, pageFields } from '#platform/pages.ts';
import { accountChanges } from './transfer-state.ts';

/**
 * Money in and out: the investor brings dollars from their account at the brokerage, or sends them back there. The two firms settle in
 * reais at the day's rate, or in USDT one to one. A transfer is in progress until the brokerage gives a definite answer; then it is
 * complete, or cancelled with a note that says why.
 */
export const currency = z.enum(['brl', 'usdt']);
export type Currency = z.output<typeof currency>;

export const transferDirection = z.enum(['deposit', 'withdrawal']);
export type TransferDirection = z.output<typeof transferDirection>;

export const transferStatus = z.enum(['in_progress', 'complete', 'canceled']);
export type TransferStatus = z.output<typeof transferStatus>;

export const transfer = z.object({
  Id: z.uuid(),
  Date: z.iso.datetime(),
  Amount: answerAmount,
  Currency: currency,
  /** Units of the currency per dollar; 1 for USDT. */
  Rate: z.number(),
  /** USD, taken from the amount. */
  Fee: answerAmount,
  /** In the currency: what the brokerage pays for a deposit or receives for a withdrawal. */
  Net: z.number(),
  Status: transferStatus,
  Notes: z.string(),
  /** Whether an operator has to decide on it before it leaves, or has decided (F6). */
  Reviewed: z.boolean(),
});
export type Transfer = z.output<typeof transfer>;

const transferInput = z.strictObject({
  amount: requestAmount.check(z.refine((amount) => amount > 0, { error: 'invalid_amount' })),
  /** The account's customer; only the caller's own is accepted. */
  user: z.string().check(z.maxLength(100)),
  currency,
});

/** The rate shown to the customer for a transfer in reais, which is made at no other. Without it the present rate applies. */
const quotedRate = z.optional(z.string().check(z.regex(/^\d{1,4}(\.\d{1,6})?$/)));

export const openDeposit = endpoint({
  method: 'POST',
  path: '/api/deposit',
  access: 'investor',
  summary: 'Bring money from the brokerage',
  headers: z.object({ 'quoted-rate': quotedRate }),
  body: transferInput,
  answer: transfer,
  status: 201,
  movesMoney: true,
  refusals: ['invalid_amount', 'not_your_account', 'below_minimum', 'no_rate', 'rate_changed', 'brl_hour_full'],
});

export const listTransfers = endpoint({
  method: 'GET',
  path: '/api/transfers',
  access: 'investor',
  summary: 'Deposits and withdrawals, newest first',
  query: z.object({ ...pageFields, direction: z.optional(transferDirection) }),
  answer: z.array(transfer),
  pages: true,
});

export const openWithdrawal = endpoint({
  method: 'POST',
  path: '/api/withdraw',
  access: 'investor',
  summary: 'Send money to the account at the brokerage',
  headers: z.object({
    'quoted-rate': quotedRate,
    // For withdrawals in USDT.
    'quoted-fee': quotedPercent,
    ...approvalHeader,
  }),
  body: transferInput,
  answer: transfer,
  status: 201,
  movesMoney: true,
  refusals: [
    'invalid_amount',
    'not_your_account',
    'email_unconfirmed',
    'no_rate',
    'rate_changed',
    'terms_changed',
    'insufficient_balance',
    ...approvalRefusals,
  ],
});

/** Withdrawals only; the number is the report's historical one. */
export const reportWithdrawals = endpoint({
  method: 'GET',
  path: '/report/5',
  access: 'investor',
  summary: 'Withdrawals, newest first',
  query: listQuery,
  answer: z.array(transfer),
  pages: true,
});

/** What is known in advance to make a withdrawal wait for an operator (F6). */
export const withdrawalTerms = z.object({
  /** USD that may leave within 24 hours without an operator. */
  Limit: answerAmount,
  /** What is left of the limit now; a larger withdrawal waits. */
  Left: answerAmount,
  /** The current fee of a withdrawal in USDT; per cent. */
  UsdtFee: z.number(),
  /** Recent changes of the account, and until when each makes every withdrawal wait. */
  Waits: z.array(z.object({ Why: z.enum(accountChanges), Until: z.iso.datetime() })),
});
export type WithdrawalTerms = z.output<typeof withdrawalTerms>;

export const readWithdrawalTerms = endpoint({
  method: 'GET',
  path: '/api/withdraw/terms',
  access: 'investor',
  summary: 'What a withdrawal costs, what is sent automatically, and why a withdrawal would wait',
  answer: withdrawalTerms,
});

/**
 * Why there is no rate: its source is unreachable or has given none yet; its last quote is too old, as at weekends; or it was out of bounds
 * and awaits an operator.
 */
export const rateClosedWhy = z.enum(['away', 'too_old', 'refused']);
export type RateClosedWhy = z.output<typeof rateClosedWhy>;

export const depositTerms = z.object({
  /** Smallest deposit accepted, USD. */
  Minimum: answerAmount,
});
export type DepositTerms = z.output<typeof depositTerms>;

export const readDepositTerms = endpoint({
  method: 'GET',
  path: '/api/deposit/terms',
  access: 'investor',
  summary: 'The minimum deposit',
  answer: depositTerms,
});

/** A customer's balances at the brokerage, current or some seconds old. */
export const brokerageBalance = z.object({
  /** Null when the brokerage did not answer in time or intelligibly. Nothing is guessed then, and deposits still work. */
  Balances: z.nullable(z.object({ Usd: answerAmount, Brl: z.number(), Usdt: z.number() })),
});
export type BrokerageBalance = z.output<typeof brokerageBalance>;

export const readBrokerageBalance = endpoint({
  method: 'GET',
  path: '/api/deposit/brokerage',
  access: 'investor',
  summary: 'What the customer has at the brokerage; null while the brokerage does not answer',
  answer: brokerageBalance,
});

export const exchangeRates = z.object({
  /** Reais per dollar: the high applies to deposits, the low to withdrawals; 0 when there is no rate. */
  Usdbrl: z.object({ High: z.number(), Low: z.number(), At: z.nullable(z.iso.datetime()) }),
  /** True when the rate is older than a minute: its source has not answered since. */
  Stale: z.boolean(),
  /** Null while there is a rate. */
  Closed: z.nullable(rateClosedWhy),
});
export type ExchangeRates = z.output<typeof exchangeRates>;

export const readRates = endpoint({
  method: 'GET',
  path: '/api/rates',
  access: 'investor',
  summary: 'The USD-BRL rate',
  answer: exchangeRates,
});
