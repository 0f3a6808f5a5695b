import * as z from 'zod/mini';
import { explainedPosting, explanation } from '#explanations/contract.ts';
import { statementLine } from '#history/contract.ts';
import { homeReport } from '#dashboard/contract.ts';
import { answerAmount } from '#money/amount.ts';
import { notice } from '#notices/contract.ts';
import { endpoint } from '#platform/endpoint.ts';
import { pageFields } from '#platform/pages.ts';
import { products } from '#positions/registry.ts';
import { user } from '#profile/contract.ts';
import { stake } from '#stakes/contract.ts';
import { transfer, transferDirection } from '#wallet/contract.ts';
import { transferStates } from '#wallet/transfer-state.ts';
import { requestStates } from './contract.ts';

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
  method: 'GET',
  path: '/console/customers',
  access: 'staff',
  summary:
    'Customers by the beginnings of words of their name and e-mail address, the end of their telephone number, their referral code, or the id of themselves, a position, a transfer or an award; the newest first',
  query: z.object({
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

/** A list of one customer's, in pages. */
const listOf = { method: 'GET', access: 'staff', params, pages: true, refusals: ['not_found'] } as const;
const page = z.object({ limit, after });

export const heldPosition = z.object({
  Id: z.uuid(),
  Product: z.enum(products),
  Start: z.iso.datetime(),
  End: z.iso.datetime(),
  Amount: answerAmount,
  Profit: answerAmount,
  Progress: z.number(),
  /** `running`, `ended` or `canceled`. */
  State: z.string(),
});

export const listPositions = endpoint({
  ...listOf,
  path: '/console/customers/:id/positions',
  summary: 'What a customer has put to work, in whatever product',
  query: page,
  answer: z.array(heldPosition),
});

export const staffTransfer = z.extend(transfer, {
  Direction: transferDirection,
  /** As the transfer’s own machinery calls it. */
  State: z.enum(transferStates),
});

export const listTransfers = endpoint({
  ...listOf,
  path: '/console/customers/:id/transfers',
  summary: 'A customer’s transfers with the brokerage, with the state behind what they see',
  query: z.object({ ...pageFields, direction: z.optional(transferDirection) }),
  answer: z.array(staffTransfer),
});

export const readStatement = endpoint({
  ...listOf,
  path: '/console/customers/:id/statement',
  summary: 'The postings on a customer’s balance',
  query: z.object(pageFields),
  answer: z.array(statementLine),
});

export const readFigure = endpoint({
  method: 'GET',
  path: '/console/customers/:id/explanations/:figure',
  access: 'staff',
  summary: 'Why a figure of a customer’s is what it is: the explanation that they see themselves',
  params: z.object({ id: z.uuid(), figure: z.string().check(z.maxLength(60)) }),
  answer: explanation,
  refusals: ['not_found'],
});

export const listFigurePostings = endpoint({
  ...listOf,
  path: '/console/customers/:id/explanations/:figure/postings',
  summary: 'The entries of the ledger behind a figure of a customer’s',
  params: z.object({ id: z.uuid(), figure: z.string().check(z.maxLength(60)) }),
  query: z.object(pageFields),
  answer: z.array(explainedPosting),
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/console/customers/:id/sessions',
  access: 'staff',
  summary: 'Where a customer is logged in, and the devices that they are known by',
  params,
  answer: z.object({
    Sessions: z.array(
      z.object({
        Id: z.uuid(),
        Browser: z.nullable(z.string()),
        System: z.nullable(z.string()),
        Created: z.iso.datetime(),
        LastUsed: z.iso.datetime(),
        Expires: z.iso.datetime(),
      }),
    ),
    Devices: z.array(
      z.object({
        Id: z.uuid(),
        Browser: z.string(),
        System: z.string(),
        FirstSeen: z.iso.datetime(),
        LastSeen: z.iso.datetime(),
        Forgotten: z.nullable(z.iso.datetime()),
      }),
    ),
  }),
  refusals: ['not_found'],
});

export const listMembers = endpoint({
  ...listOf,
  path: '/console/customers/:id/members',
  summary: 'Whom a customer has brought, the newest first',
  query: page,
  answer: z.array(foundCustomer),
});

export const listNotices = endpoint({
  ...listOf,
  path: '/console/customers/:id/notices',
  summary: 'What a customer was told',
  query: page,
  answer: z.array(notice),
});

export const listFreezes = endpoint({
  method: 'GET',
  path: '/console/customers/:id/freezes',
  access: 'staff',
  summary: 'When a customer’s money was stopped, and until when; the last hundred',
  params,
  answer: z.array(
    z.object({
      From: z.iso.datetime(),
      /** When it ends by itself, if nobody ends it before. */
      Until: z.nullable(z.iso.datetime()),
      Ended: z.nullable(z.iso.datetime()),
    }),
  ),
  refusals: ['not_found'],
});

export const listNotes = endpoint({
  ...listOf,
  path: '/console/customers/:id/notes',
  summary: 'What the staff has noted about a customer',
  query: page,
  answer: z.array(z.object({ Id: z.uuid(), Author: z.string(), Text: z.string(), Written: z.iso.datetime() })),
});

export const listActionsAbout = endpoint({
  ...listOf,
  path: '/console/customers/:id/actions',
  summary: 'What was done and looked at about a customer, the last first',
  query: page,
  answer: z.array(
    z.object({
      Number: z.int(),
      Date: z.iso.datetime(),
      Operator: z.string(),
      Action: z.string(),
      Details: z.record(z.string(), z.unknown()),
      Was: z.nullable(z.record(z.string(), z.unknown())),
      IsNow: z.nullable(z.record(z.string(), z.unknown())),
    }),
  ),
});

export const listRequestsAbout = endpoint({
  method: 'GET',
  path: '/console/customers/:id/requests',
  access: 'staff',
  summary: 'What was asked for about a customer and takes two people; the last hundred',
  params,
  answer: z.array(
    z.object({
      Id: z.uuid(),
      Command: z.string(),
      Reason: z.string(),
      State: z.enum(requestStates),
      Maker: z.string(),
      Made: z.iso.datetime(),
      Decider: z.nullable(z.string()),
      Decided: z.nullable(z.iso.datetime()),
    }),
  ),
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
