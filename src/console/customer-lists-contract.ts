import * as z from 'zod/mini';
import { accrual, explainedPosting, explanation } from '#explanations/contract.ts';
import { part } from '#commands/kinds.ts';
import { figureNames } from '#explanations/figures.ts';
import { statementLine } from '#history/contract.ts';
import { answerAmount } from '#money/amount.ts';
import { notice } from '#notices/contract.ts';
import { endpoint } from '#platform/endpoint.ts';
import { pageFields } from '#platform/pages.ts';
import { products } from '#positions/registry.ts';
import { transfer, transferDirection } from '#wallet/contract.ts';
import { transferStates } from '#wallet/transfer-state.ts';
import { details } from './actions-contract.ts';
import { requestStates } from './contract.ts';
import { foundCustomer } from './customers-contract.ts';

/** A customer's holdings, history and staff actions: one endpoint per section of their page, each read recorded as an action. */
const params = z.object({ id: z.uuid() });
const { limit, after } = pageFields;

/** A paginated list belonging to one customer. */
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
  summary: 'A customer’s positions, in every product',
  query: page,
  answer: z.array(heldPosition),
});

export const staffTransfer = z.extend(transfer, {
  Direction: transferDirection,
  /** As the transfer code names it. */
  State: z.enum(transferStates),
});

export const listTransfers = endpoint({
  ...listOf,
  path: '/console/customers/:id/transfers',
  summary: 'A customer’s transfers with the brokerage, with their internal state',
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
  summary: 'Why a customer’s figure is what it is: the explanation that the customer sees',
  params: z.object({ id: z.uuid(), figure: z.string().check(z.maxLength(60)) }),
  answer: z.extend(explanation, {
    /** The value of each part, as its own screen shows it. */
    PartValues: z.array(z.object({ Figure: z.enum(figureNames), Value: answerAmount })),
  }),
  refusals: ['not_found'],
});

export const listFigurePostings = endpoint({
  ...listOf,
  path: '/console/customers/:id/explanations/:figure/postings',
  summary: 'The ledger entries behind a customer’s figure',
  params: z.object({ id: z.uuid(), figure: z.string().check(z.maxLength(60)) }),
  query: z.object(pageFields),
  answer: z.array(explainedPosting),
});

export const listFigureAccruals = endpoint({
  ...listOf,
  path: '/console/customers/:id/explanations/:figure/accruals',
  summary: 'The accrued, unpaid part of a customer’s figure',
  params: z.object({ id: z.uuid(), figure: z.string().check(z.maxLength(60)) }),
  query: z.object(pageFields),
  answer: z.array(
    z.extend(accrual, {
      /** Earned so far. */
      Value: answerAmount,
    }),
  ),
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/console/customers/:id/sessions',
  access: 'staff',
  summary: 'A customer’s sessions and known devices',
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
  summary: 'The members a customer has brought, newest first',
  query: page,
  answer: z.array(foundCustomer),
});

export const listNotices = endpoint({
  ...listOf,
  path: '/console/customers/:id/notices',
  summary: 'A customer’s notices',
  query: page,
  answer: z.array(notice),
});

export const listFreezes = endpoint({
  method: 'GET',
  path: '/console/customers/:id/freezes',
  access: 'staff',
  summary: 'When a customer’s money was frozen, and until when; the last hundred',
  params,
  answer: z.array(
    z.object({
      From: z.iso.datetime(),
      /** When it ends automatically, unless somebody ends it sooner. */
      Until: z.nullable(z.iso.datetime()),
      Ended: z.nullable(z.iso.datetime()),
    }),
  ),
  refusals: ['not_found'],
});

export const listNotes = endpoint({
  ...listOf,
  path: '/console/customers/:id/notes',
  summary: 'Staff’s notes about a customer',
  query: page,
  answer: z.array(z.object({ Id: z.uuid(), Author: z.string(), Text: z.string(), Written: z.iso.datetime() })),
});

export const listActionsAbout = endpoint({
  ...listOf,
  path: '/console/customers/:id/actions',
  summary: 'What staff did and viewed concerning a customer, newest first',
  query: page,
  answer: z.array(
    z.object({
      Number: z.int(),
      Date: z.iso.datetime(),
      Operator: z.string(),
      Action: z.string(),
      /** What a declared command is called, in the reader's language; null for others. */
      Title: z.nullable(z.string()),
      Details: details,
      Was: z.nullable(details),
      IsNow: z.nullable(details),
      /** What a declared command did, in the reader's language; null for others. */
      Sentence: z.nullable(z.array(part)),
    }),
  ),
});

export const listRequestsAbout = endpoint({
  method: 'GET',
  path: '/console/customers/:id/requests',
  access: 'staff',
  summary: 'Requests about a customer that need two people; the last hundred',
  params,
  answer: z.array(
    z.object({
      Id: z.uuid(),
      Command: z.string(),
      /** In the reader's language. */
      Title: z.string(),
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
