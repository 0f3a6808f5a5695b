import * as z from 'zod/mini';
import { answerAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { listQuery, pageFields } from '#platform/pages.ts';

/** Somebody in the customer's downline, as the people above see them. */
export const member = z.object({
  Id: z.uuid(),
  Name: z.string(),
  /** With only its ends, where the member wishes so; likewise the phone. */
  Email: z.string(),
  Phone: z.string(),
  Balance: answerAmount,
  /** How far below the customer who asks: 1 for a direct member. */
  Level: z.int(),
  /** How many direct members they have themselves. */
  Members: z.int(),
  /** Of a search alone: the ids from the customer who asks down to the member, both included. */
  Path: z.optional(z.array(z.uuid())),
  /** The names along the path, so that it can be shown without asking for each level of it. */
  Names: z.optional(z.array(z.string())),
});
export type Member = z.output<typeof member>;

/** No control characters: no name and no address has one, and the database would not take the first of them. */
const searchText = z.string().check(z.trim(), z.maxLength(100), z.regex(/^\P{Cc}*$/u));

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/sponsors',
  access: 'investor',
  summary: 'The direct members of the customer; with `search`, whoever in the whole downline has that name or e-mail',
  query: z.object({ ...pageFields, search: z.optional(searchText) }),
  answer: z.array(member),
  pages: true,
});

export const listMembersOf = endpoint({
  method: 'GET',
  path: '/api/sponsors/:id',
  access: 'investor',
  summary: 'The direct members of somebody in the customer’s downline',
  params: z.object({ id: z.string() }),
  query: listQuery,
  answer: z.array(member),
  pages: true,
  refusals: ['not_found'],
});

/** What the customer earned by a member of their network. */
export const award = z.object({
  Id: z.uuid(),
  Date: z.iso.datetime(),
  Description: z.string(),
  /** The member. */
  Source: z.string(),
  /** The member's position. */
  Reference: z.uuid(),
  /** The new capital in what was invested, or the profit that was paid. */
  Total: answerAmount,
  Percentage: z.number(),
  /** What is paid for it, or will be; zero when it is void. */
  Value: answerAmount,
  /** Where it stands: paid, owed, waiting for its position to end, void; what is not new capital; what the caps cut. */
  Notes: z.string(),
});
export type Award = z.output<typeof award>;

const awardReport = {
  method: 'GET',
  access: 'investor',
  query: listQuery,
  answer: z.array(award),
  pages: true,
} as const;

/** The numbers are what the report has always gone by. */
export const reportBonus = endpoint({
  ...awardReport,
  path: '/report/2',
  summary: 'Bonus on the new capital that direct members put to work, newest first',
});

export const reportResidual = endpoint({
  ...awardReport,
  path: '/report/4',
  summary: 'Residual on the profit paid to three levels of the downline, newest first',
});

export const networkPrivacy = z.object({
  /** Whether the people above see e-mail and phone with only their ends. */
  Masked: z.boolean(),
});
export type NetworkPrivacy = z.output<typeof networkPrivacy>;

export const readPrivacy = endpoint({
  method: 'GET',
  path: '/api/network/privacy',
  access: 'investor',
  summary: 'What the people who brought the customer see of them',
  answer: networkPrivacy,
});

export const writePrivacy = endpoint({
  method: 'PUT',
  path: '/api/network/privacy',
  access: 'investor',
  summary: 'Show e-mail and phone to the people above in full, or only their ends',
  body: z.strictObject({ masked: z.boolean() }),
  answer: networkPrivacy,
});

/** What a customer earns by those whom they bring, as the operator has set it; the conditions are requirement W2. */
export const networkTerms = z.object({
  /** Per cent of the new capital that a direct member puts to work. */
  Bonus: z.number(),
  /** Per cent of the profit paid to each level of the downline, the nearest first. */
  Residual: z.array(z.number()),
  /** The most that the bonuses of any 24 hours, and of any 30 days, come to; USD. */
  BonusCapDay: z.number(),
  BonusCapMonth: z.number(),
});
export type NetworkTerms = z.output<typeof networkTerms>;
