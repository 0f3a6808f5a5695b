import * as z from 'zod/mini';
import { answerAmount, shownAmount } from '#money/amount.ts';
import { operationSource } from '#payouts/contract.ts';
import { endpoint } from '#platform/endpoint.ts';
import { listQuery } from '#platform/pages.ts';
import { accruingSources, figureNames, positionNames } from './figures.ts';

/**
 * Explains why a figure is what it is. The figure is read the same way its screen reads it, and the entries behind it come from the ledger:
 * adding them up either gives the figure to the micro-dollar or reveals an error. An explanation has its own URL, which only its owner can
 * open; to anybody else it does not exist.
 */
const positionTerms = z.object({
  /** The amount invested; for an award, its base. */
  Amount: answerAmount,
  /** Per cent of the amount; null where operations decide. */
  Rate: z.nullable(z.number()),
  Start: z.iso.datetime(),
  End: z.iso.datetime(),
  /** For an award: the part cut by the caps, or all of it if it is void. */
  Cut: z.optional(answerAmount),
});
export type PositionTerms = z.output<typeof positionTerms>;

export const explanation = z.object({
  Figure: z.enum([...figureNames, ...positionNames]),
  /** To the micro-dollar, as of now. */
  Value: answerAmount,
  /** As its screen shows it: the sum of its parts as shown, to the cent. */
  Shown: shownAmount,
  /** Business time of the value. Lists requested with an `end` right after it are as of the same instant. */
  At: z.iso.datetime(),
  /** The figures it is the sum of; empty if it has postings or accruals of its own. */
  Parts: z.array(z.enum(figureNames)),
  /** The figures subtracted from that sum. */
  Less: z.array(z.enum(figureNames)),
  /** Set for a single position or award. */
  Position: z.nullable(positionTerms),
});
export type Explanation = z.output<typeof explanation>;

/** A ledger entry. */
export const explainedPosting = z.object({
  Id: z.string(),
  Date: z.iso.datetime(),
  Kind: z.string(),
  /** The account the money came from. */
  From: z.string(),
  /** The account it went to. */
  To: z.string(),
  /** Always positive. */
  Amount: answerAmount,
  /** The position, award or transfer with the brokerage that it concerns. */
  Reference: z.nullable(z.string()),
});
export type ExplainedPosting = z.output<typeof explainedPosting>;

/** Something earned but not yet paid, with everything it is computed from. */
export const accrual = z.object({
  Id: z.string(),
  Source: z.enum(accruingSources),
  /** The position or award. */
  Reference: z.uuid(),
  Start: z.iso.datetime(),
  End: z.iso.datetime(),
  /** The amount invested, or the base of an award. */
  Amount: answerAmount,
  /** The profit set aside for it at its start. */
  Promised: answerAmount,
  /** The operations' payouts so far, or the award's rate; per cent. */
  Percentage: z.number(),
  /** The part of an award cut by the caps. */
  Cut: z.optional(answerAmount),
});
export type Accrual = z.output<typeof accrual>;

export const explainedOperation = z.object({
  Id: z.uuid(),
  Opened: z.iso.datetime(),
  Date: z.iso.datetime(),
  Asset: z.string(),
  Pair: z.string(),
  /** Per cent; negative for a loss. */
  Payout: z.number(),
  Source: operationSource,
});
export type ExplainedOperation = z.output<typeof explainedOperation>;

const figureParams = z.object({ user: z.string(), figure: z.string() });
const positionParams = z.object({ user: z.string(), figure: z.string(), id: z.string() });

export const readExplanation = endpoint({
  method: 'GET',
  path: '/api/explanations/:user/:figure',
  access: 'investor',
  summary: 'What a figure means, and which figures it is the sum of',
  params: figureParams,
  heavy: true,
  answer: explanation,
  refusals: ['not_found'],
});

export const listExplainedPostings = endpoint({
  method: 'GET',
  path: '/api/explanations/:user/:figure/postings',
  access: 'investor',
  summary: 'The entries that add up to a figure, newest first',
  params: figureParams,
  query: listQuery,
  heavy: true,
  answer: z.array(explainedPosting),
  pages: true,
  refusals: ['not_found'],
});

export const listAccruals = endpoint({
  method: 'GET',
  path: '/api/explanations/:user/:figure/accruals',
  access: 'investor',
  summary: 'What had accrued and was unpaid at `end`, with what it is computed from, newest first',
  params: figureParams,
  query: listQuery,
  heavy: true,
  answer: z.array(accrual),
  pages: true,
  refusals: ['not_found'],
});

export const readPositionExplanation = endpoint({
  method: 'GET',
  path: '/api/explanations/:user/:figure/:id',
  access: 'investor',
  summary:
    'How the profit of a position, or the value of an award, is made up; of `network-earned`, what a member brought',
  params: positionParams,
  heavy: true,
  answer: explanation,
  refusals: ['not_found'],
});

export const listPositionPostings = endpoint({
  method: 'GET',
  path: '/api/explanations/:user/:figure/:id/postings',
  access: 'investor',
  summary: 'The entries of a position, an award, or a member’s awards, newest first',
  params: positionParams,
  query: listQuery,
  heavy: true,
  answer: z.array(explainedPosting),
  pages: true,
  refusals: ['not_found'],
});

export const listPositionOperations = endpoint({
  method: 'GET',
  path: '/api/explanations/:user/:figure/:id/operations',
  access: 'investor',
  summary: 'The operations that a position’s result comes from, newest first',
  params: positionParams,
  query: listQuery,
  heavy: true,
  answer: z.array(explainedOperation),
  pages: true,
  refusals: ['not_found'],
});
