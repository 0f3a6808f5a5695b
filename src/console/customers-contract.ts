import * as z from 'zod/mini';
import { statementLine } from '#history/contract.ts';
import { homeReport } from '#dashboard/contract.ts';
import { answerAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { pageFields } from '#platform/pages.ts';
import { user } from '#profile/contract.ts';
import { stake } from '#stakes/contract.ts';
import { typedLine } from '#platform/typed/schemas.ts';

/**
 * Customers as staff see them. Every call here adds a line to the action log: who was found or looked at, and by whom. The search
 * text is not recorded: it may be a name or an address, and the account is permanent.
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
  // POST, because the search text is a name or an address, and URLs are logged by intermediaries.
  method: 'POST',
  path: '/console/customers/search',
  access: 'staff',
  summary:
    'Customers by the beginnings of words in their name and e-mail address, the end of their telephone number, their referral code, or the id of the customer, a position, a transfer or an award; newest first',
  body: z.strictObject({
    search: z._default(typedLine(longestSearch), ''),
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
  /** Null until they accept the terms at their first login. */
  TermsAccepted: z.nullable(z.iso.datetime()),
  TermsVersion: z.nullable(z.string()),
  Code: z.string(),
  /** Whether the people above them in the network see only the ends of their address and phone number. */
  Masked: z.boolean(),
  Frozen: z.nullable(z.object({ Since: z.iso.datetime(), Until: z.nullable(z.iso.datetime()) })),
  /** Agreed corrections of personal data that have yet to take effect; any support staff can stop them. */
  Corrections: z.array(
    z.object({ Field: z.enum(['email', 'name', 'phone']), Becomes: z.string(), TakesEffect: z.iso.datetime() }),
  ),
  /** When the person was erased; null for a current customer. */
  Erased: z.nullable(z.iso.datetime()),
  /** Each account, as in the ledger. */
  Accounts: z.object({
    Balance: answerAmount,
    Held: answerAmount,
    Invested: answerAmount,
    Promised: answerAmount,
    Zord: answerAmount,
  }),
  /** As the customer's own screens show them, each under the name of its explanation. */
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
    /** Capped at `mostMembersCounted`. */
    Direct: z.int(),
    All: z.int(),
  }),
  /** Sizes of the lists that have their own endpoint. */
  Counts: z.object({ Positions: z.int(), Transfers: z.int(), Sessions: z.int(), Notes: z.int() }),
});
export type ShownCustomer = z.output<typeof shownCustomer>;

/** Counting stops here. */
export const mostMembersCounted = 10_000;

export const readCustomer = endpoint({
  method: 'GET',
  path: '/console/customers/:id',
  access: 'staff',
  summary: 'Who a customer is, what they hold and how they log in',
  params,
  answer: shownCustomer,
  refusals: ['not_found'],
});

export const readView = endpoint({
  method: 'GET',
  path: '/console/customers/:id/view',
  access: 'staff',
  summary:
    'A customer’s first screens as the customer sees them, read-only, while the caller has them open: see `customer view`',
  params,
  answer: z.object({
    User: user,
    Report: homeReport,
    Stakes: z.array(stake),
    Statement: z.array(statementLine),
  }),
  refusals: ['not_found', 'view_not_open'],
});
