import * as z from 'zod/mini';
import { type Micros, toDecimal, usd } from '#money/money.ts';
import { storableText } from '#platform/storable-text.ts';

/**
 * The protocol between the two firms. The investor's money is at the brokerage; a transfer moves part of it to this platform, or back. Only
 * the platform makes requests: it names the transfer with its own reference, and the brokerage answers whether that transfer is pending,
 * done or refused. One reference is one transfer however often it is sent, so a lost answer can be requested again without moving money
 * twice.
 *
 * Amounts are decimal strings with at most six decimals. `amount` is USD on the platform's books; `settle_amount` is what the two firms
 * settle between them, in `currency`.
 */
export const brokeragePaths = {
  transfers: '/v1/transfers',
  transfer: '/v1/transfers/:reference',
  account: '/v1/accounts/:account',
} as const;

/** At most six decimals and twelve whole digits, so that exact parsing never overflows. */
export const brokerageDecimal = z.string().check(z.regex(/^\d{1,12}(\.\d{1,6})?$/));

const positiveDecimal = brokerageDecimal.check(z.refine((decimal) => /[1-9]/.test(decimal)));
/** A brokerage's own words, which are stored and shown: whatever they contain must never keep its answer from being recorded. */
const words = z.pipe(
  z.string(),
  z.transform((said) => storableText(said)),
);
const printable = z.string().check(z.regex(/^[\w.:-]{1,100}$/));

export const settleCurrency = z.enum(['BRL', 'USDT']);
export type SettleCurrency = z.infer<typeof settleCurrency>;

export const brokerageDirection = z.enum(['to_platform', 'to_broker']);
export type BrokerageDirection = z.infer<typeof brokerageDirection>;

export const brokerageRequest = z.strictObject({
  reference: printable,
  account: printable,
  direction: brokerageDirection,
  amount: positiveDecimal,
  currency: settleCurrency,
  settle_amount: positiveDecimal,
});
export type BrokerageRequest = z.infer<typeof brokerageRequest>;

export const brokerageStatus = z.enum(['pending', 'done', 'refused']);
export type BrokerageStatus = z.infer<typeof brokerageStatus>;

/**
 * The answer to sending or looking up a transfer. A brokerage may repeat the request's fields; any that it repeats must match to the last
 * decimal, or the answer is about something else. Of its texts only the reason is stored; the holder only as a keyed mark.
 */
export const brokerageAnswer = z.object({
  reference: z.string(),
  status: brokerageStatus,
  reason: z.nullish(words),
  account: z.optional(z.string()),
  direction: z.optional(z.string()),
  amount: z.optional(brokerageDecimal),
  currency: z.optional(z.string()),
  settle_amount: z.optional(brokerageDecimal),
  /** The account's holder as the brokerage identifies them (a document number, an address): the same for all accounts of one holder. */
  holder: z.optional(z.nullable(z.string())),
});
export type BrokerageAnswer = z.infer<typeof brokerageAnswer>;

export const brokerageAccount = z.object({
  account: z.string(),
  balances: z.object({ USD: brokerageDecimal, BRL: brokerageDecimal, USDT: brokerageDecimal }),
});
export type BrokerageAccount = z.infer<typeof brokerageAccount>;

/**
 * The part of the brokerage's own book that is requested: what it first heard of at or after `from` and before `to`, by its own clock, in
 * ISO 8601. Without `from` from the beginning, without `to` to the end; `after` is the cursor of the previous page.
 */
export const brokerageBookQuery = z.object({
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
  after: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
});

/** A page of the book, oldest first, for the audit that compares it with our clearing account item by item. */
export const brokerageBookPage = z.object({
  transfers: z.array(
    z.extend(brokerageRequest, {
      status: brokerageStatus,
      reason: z.nullish(words),
      /** When the brokerage first heard of the transfer. */
      booked_at: z.iso.datetime(),
    }),
  ),
  /** Cursor to pass as `after`; null at the end of the requested part. */
  next: z.nullable(z.string()),
});
export type BrokerageBookPage = z.infer<typeof brokerageBookPage>;

/** Whether an answer is about exactly this transfer. */
export function answersRequest(answer: BrokerageAnswer, request: BrokerageRequest): boolean {
  return (
    answer.reference === request.reference &&
    (answer.account ?? request.account) === request.account &&
    (answer.direction ?? request.direction) === request.direction &&
    (answer.currency ?? request.currency) === request.currency &&
    usd(answer.amount ?? request.amount) === usd(request.amount) &&
    usd(answer.settle_amount ?? request.settle_amount) === usd(request.settle_amount)
  );
}

export function toBrokerageDecimal(amount: Micros): string {
  return toDecimal(amount);
}
