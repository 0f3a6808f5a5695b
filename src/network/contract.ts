import * as z from 'zod/mini';
import { answerAmount, shownAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { listQuery, pageFields } from '#platform/pages.ts';
import { typedLine } from '#platform/typed/schemas.ts';

/** How many of the members on the way down to a search result are named: the nearest to it, itself included. */
export const mostOfPath = 10;

/** Somebody in the customer's downline, as visible to the people above them. */
export const member = z.object({
  Id: z.uuid(),
  Name: z.string(),
  /** Masked except for its ends if the member wishes so; likewise the phone. */
  Email: z.string(),
  Phone: z.string(),
  Balance: answerAmount,
  /** What the calling customer was paid for this member's investments and profits, less what was reversed. */
  Earned: shownAmount,
  /** Distance below the calling customer: 1 for a direct member. */
  Level: z.int(),
  /** Number of their own direct members. */
  Members: z.int(),
  /**
   * Only in search results: the id of the calling customer, and those from there down to the member, itself included; of a deeper one (see
   * `Level`) the last ten.
   */
  Path: z.optional(z.array(z.uuid())),
  /** The names along the path, so that it can be shown without a request per level. */
  Names: z.optional(z.array(z.string())),
});
export type Member = z.output<typeof member>;

/** No control characters: no name or address contains one, and the database rejects NUL. */
const searchText = typedLine(100);

export const memberOrders = ['newest', 'earned'] as const;
export type MemberOrder = (typeof memberOrders)[number];
/** Newest first, or those who brought most first; what is found by a search is always newest first. */
const orderField = { order: z._default(z.enum(memberOrders), 'newest') };

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/sponsors',
  access: 'investor',
  summary: 'The customer’s direct members; with `search`, anybody in the whole downline with that name or e-mail',
  heavy: true,
  query: z.object({ ...pageFields, ...orderField, search: z.optional(searchText) }),
  answer: z.array(member),
  pages: true,
});

export const listMembersOf = endpoint({
  method: 'GET',
  path: '/api/sponsors/:id',
  access: 'investor',
  summary: 'The direct members of a member in the customer’s downline',
  params: z.object({ id: z.string() }),
  query: z.object({ ...pageFields, ...orderField }),
  answer: z.array(member),
  pages: true,
  refusals: ['not_found'],
});

/** What the customer earned from a member of their network. */
export const award = z.object({
  Id: z.uuid(),
  Date: z.iso.datetime(),
  Description: z.string(),
  /** The member. */
  Source: z.string(),
  /** The member's position. */
  Reference: z.uuid(),
  /** The new capital in the amount invested, or the profit that was paid. */
  Total: answerAmount,
  Percentage: z.number(),
  /** What is or will be paid for it; zero if it is void or was reversed. */
  Value: answerAmount,
  /** Whether it is in the balance. */
  Paid: z.boolean(),
  /** Its status: paid, owed, waiting for its position to end, reversed, or void; also what is not new capital, and what the caps cut. */
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

/** The numbers in the report paths are historical. */
export const reportBonus = endpoint({
  ...awardReport,
  path: '/report/2',
  summary: 'Bonus on the new capital that direct members invested, newest first',
});

export const reportResidual = endpoint({
  ...awardReport,
  path: '/report/4',
  summary: 'Residual on profit paid to three levels of the downline, newest first',
});

export const networkPrivacy = z.object({
  /** Whether the people above see only the ends of e-mail and phone. */
  Masked: z.boolean(),
  /** Who invited them: first name and initial; null if nobody did. */
  InvitedBy: z.nullable(z.string()),
});
export type NetworkPrivacy = z.output<typeof networkPrivacy>;

export const readPrivacy = endpoint({
  method: 'GET',
  path: '/api/network/privacy',
  access: 'investor',
  summary: 'Who invited the customer, and what the people above see of them',
  answer: networkPrivacy,
});

export const writePrivacy = endpoint({
  method: 'PUT',
  path: '/api/network/privacy',
  access: 'investor',
  summary: 'Show e-mail and phone to the people above in full, or masked',
  body: z.strictObject({ masked: z.boolean() }),
  answer: networkPrivacy,
});

/** What a customer earns from those whom they refer, as set by the operator; for the conditions see requirement W2. */
export const networkTerms = z.object({
  /** Per cent of the new capital that a direct member invests. */
  Bonus: z.number(),
  /** Per cent of the profit paid to each level of the downline, the nearest first. */
  Residual: z.array(z.number()),
  /** Caps on the sum of the bonuses within any 24 hours, and within any 30 days; USD. */
  BonusCapDay: z.number(),
  BonusCapMonth: z.number(),
});
export type NetworkTerms = z.output<typeof networkTerms>;
