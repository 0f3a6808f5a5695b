import * as z from 'zod/mini';
import { answerAmount, shownAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { listQuery, spanFields } from '#platform/pages.ts';
import { byPart, products, registry, wireName } from '#positions/registry.ts';

/**
 * Every amount that is locked comes back on a day that is known when it is locked. This is that calendar: for the customer, when each
 * amount comes back and how much; for the operator, what is owed and what backs it. Where the return is fixed, the whole profit was set
 * aside at the start; where it depends on operations, there is a result so far.
 */
export const maturingProduct = z.enum(products.map((product) => wireName(product)));
export type MaturingProduct = z.output<typeof maturingProduct>;

/** Whether it comes back to the bot's wallet rather than to the balance. */
export function isToWallet(product: MaturingProduct): boolean {
  return products.some((each) => wireName(each) === product && registry[each].source === 'zord');
}

export const maturity = z.object({
  /** The position's id. */
  Id: z.uuid(),
  Product: maturingProduct,
  Start: z.iso.datetime(),
  /** When it comes back, to the balance or to the bot's wallet. */
  End: z.iso.datetime(),
  Amount: answerAmount,
  /** The whole promised profit, or the result of the operations so far. */
  Profit: answerAmount,
  /** Whether `Profit` is fixed and set aside; otherwise it changes with every operation until `End`. */
  Promised: z.boolean(),
  /** Whether `End` has come and its last operations are awaited: it comes back once they are known. */
  AwaitsOperations: z.boolean(),
  /** The tax that will be withheld of the profit; absent if none is. */
  Withheld: z.optional(answerAmount),
});
export type Maturity = z.output<typeof maturity>;

export const listMaturities = endpoint({
  method: 'GET',
  path: '/api/maturities',
  access: 'investor',
  summary: 'Locked amounts and when they come back, soonest first; `start` and `end` refer to that day',
  query: listQuery,
  answer: z.array(maturity),
  pages: true,
});

/** What comes back in one month, in total and per product (amount and profit or result so far, less the tax withheld). */
export const maturityMonth = z.object({
  /** The first day of the month in the requested calendar. */
  Start: z.iso.date(),
  Positions: z.int(),
  Amount: answerAmount,
  /** Fixed profits, which are set aside. */
  Promised: answerAmount,
  /** Results so far of positions that depend on operations. */
  Result: answerAmount,
  /** The tax withheld of the profits; absent if none is. */
  Withheld: z.optional(answerAmount),
  ...byPart(() => answerAmount),
  /** As screens show them: sums of the amounts shown in the list, adding up to the same total either way, to the cent. */
  Shown: z.object({
    Amount: shownAmount,
    Promised: shownAmount,
    Result: shownAmount,
    Withheld: z.optional(shownAmount),
    ...byPart(() => shownAmount),
  }),
});
export type MaturityMonth = z.output<typeof maturityMonth>;

/** The calendars used in the five languages; their months do not coincide. */
export const monthCalendar = z.enum(['gregory', 'persian']);
export type MonthCalendar = z.output<typeof monthCalendar>;

export const sumMaturityMonths = endpoint({
  method: 'GET',
  path: '/api/maturities/months',
  access: 'investor',
  summary: 'What comes back by month: every month from the first with a maturity to the last',
  query: z.object({ tz: spanFields.tz, calendar: z._default(monthCalendar, 'gregory') }),
  heavy: true,
  answer: z.array(maturityMonth),
});

/** Tells when the secret link for calendar programs was made, or null if there is none. Never returns the link itself. */
export const readCalendarLink = endpoint({
  method: 'GET',
  path: '/api/maturities/calendar',
  access: 'investor',
  summary: 'Whether a calendar link exists, and since when',
  answer: z.object({ Created: z.nullable(z.iso.datetime()) }),
});

export const makeCalendarLink = endpoint({
  method: 'POST',
  path: '/api/maturities/calendar',
  access: 'investor',
  summary: 'Create a calendar link; it is shown only this once, and the previous one stops working',
  answer: z.object({ Url: z.string(), Created: z.iso.datetime() }),
  status: 201,
});

export const revokeCalendarLink = endpoint({
  method: 'POST',
  path: '/api/maturities/calendar/revoke',
  access: 'investor',
  summary: 'Revoke the calendar link; without one nothing changes',
});
