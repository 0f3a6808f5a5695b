import * as z from 'zod/mini';
import { statementLine } from '#history/contract.ts';
import { homeReport } from '#dashboard/contract.ts';
import { answerAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { pageFields } from '#platform/pages.ts';
import { user } from '#profile/contract.ts';
import { stake } from '#stakes/contract.ts';

/**
 * Customers as the staff sees them. Every call here leaves a line in the account of actions: who was found or looked at, by whom. What
 * was typed to find somebody is not kept: it may be a name or an address, and what is in the account is there for good.
 */
export const longestSearch = 120;
const { limit, after } = pageFields;
const params = z.object({ id: z.uuid() });

export const foundCustomer = z.object({
  Id: z.uuid(),
  Name: z.string(),
  Email: z.string(),
  Phone: z.string(),
  Code: z.string(),
  Since: z.iso.datetime(),
  Balance: answerAmount,
  Frozen: z.boolean(),
});
export type FoundCustomer = z.output<typeof foundCustomer>;

export const searchCustomers = endpoint({
  // What is typed is a name or an address, and no address of the web: those are kept by whoever stands between.
  method: 'POST',
  path: '/console/customers/search',
  access: 'staff',
  summary:
    'Customers by the beginnings of words of their name and e-mail address, the end of their telephone number, their referral code, or the id of themselves, a position, a transfer or an award; the newest first',
  body: z.strictObject({
    search: z._default(z.string().check(z.trim(), z.maxLength(longestSearch), z.regex(/^\P{Cc}*$/u)), ''),
    limit,
    after,
  }),
  answer: z.array(foundCustomer),
  pages: true,
});

export const shownCustomer = z.object({
  Id: z.uuid(),
  Name: z.string(),
  Email: z.string(),
  EmailConfirmed: z.nullable(z.iso.datetime()),
  Phone: z.string(),
  PhoneChanged: z.nullable(z.iso.datetime()),
  Birth: z.string(),
  PasswordChanged: z.nullable(z.iso.datetime()),
  Language: z.string(),
  Since: z.iso.datetime(),
  TermsAccepted: z.iso.datetime(),
  TermsVersion: z.string(),
  Code: z.string(),
  /** Whether the people above see their address and telephone number with the ends alone. */
  Masked: z.boolean(),
  Frozen: z.nullable(z.object({ Since: z.iso.datetime(), Until: z.nullable(z.iso.datetime()) })),
  /** Changes of who they are that were agreed on and wait for their time: anybody of support can stop them. */
  Corrections: z.array(
    z.object({ Field: z.enum(['email', 'name', 'phone']), Becomes: z.string(), TakesEffect: z.iso.datetime() }),
  ),
  /** Since when nothing finds the person; null: they are a customer. */
  Erased: z.nullable(z.iso.datetime()),
  /** Account by account, as the ledger has it. */
  Accounts: z.object({
    Balance: answerAmount,
    Held: answerAmount,
    Invested: answerAmount,
    Promised: answerAmount,
    Zord: answerAmount,
  }),
  /** As their own screens show them, each under the name that its explanation has. */
  Figures: z.array(z.object({ Figure: z.string(), Value: answerAmount })),
  SecondFactor: z.object({
    Since: z.nullable(z.iso.datetime()),
    App: z.boolean(),
    Passkeys: z.int(),
    RecoveryCodesLeft: z.int(),
    Removes: z.nullable(z.iso.datetime()),
    WithdrawalsClosedUntil: z.nullable(z.iso.datetime()),
  }),
  Network: z.object({
    Sponsor: z.nullable(z.object({ Id: z.uuid(), Name: z.string() })),
    /** Up to `mostMembersCounted`. */
    Direct: z.int(),
    All: z.int(),
  }),
  /** How many there are of what has a list of its own. */
  Counts: z.object({ Positions: z.int(), Transfers: z.int(), Sessions: z.int(), Notes: z.int() }),
});
export type ShownCustomer = z.output<typeof shownCustomer>;

/** More than this are not counted. */
export const mostMembersCounted = 10_000;

export const readCustomer = endpoint({
  method: 'GET',
  path: '/console/customers/:id',
  access: 'staff',
  summary: 'Who a customer is, what they hold and how they get in',
  params,
  answer: shownCustomer,
  refusals: ['not_found'],
});

export const readView = endpoint({
  method: 'GET',
  path: '/console/customers/:id/view',
  access: 'staff',
  summary:
    'What a customer sees on their first screens, to read, while it is open to whoever asks: see `customer view`',
  params,
  answer: z.object({
    User: user,
    Report: homeReport,
    Stakes: z.array(stake),
    Statement: z.array(statementLine),
  }),
  refusals: ['not_found', 'view_not_open'],
});
