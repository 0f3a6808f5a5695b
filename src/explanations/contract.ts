import * as z from 'zod/mini';
import { answerAmount, shownAmount } from '#money/amount.ts';
import { operationSource } from '#payouts/contract.ts';
import { endpoint } from '#platform/endpoint.ts';
import { listQuery } from '#platform/pages.ts';
import { accruingSources, figureNames, positionNames } from './figures.ts';

/**
 * Why a number is what it is. The figure is read the way its screen reads it; the entries behind it are read from the
 * ledger: whoever adds them up has the figure to the micro-dollar, or has found that something is wrong. An explanation has
 * an address of its own that opens for its owner alone: to anybody else it is not there.
 */
const positionTerms = z.object({
  /** What was invested; of an award, what it is a part of. */
  Amount: answerAmount,
  /** Per cent of the amount; null where operations decide. */
  Rate: z.nullable(z.number()),
  Start: z.iso.datetime(),
  End: z.iso.datetime(),
  /** Of an award: what the caps took from it, or all of it when it is void. */
  Cut: z.optional(answerAmount),
});
export type PositionTerms = z.output<typeof positionTerms>;

export const explanation = z.object({
  Figure: z.enum([...figureNames, ...positionNames]),
  /** To the micro-dollar, at this moment. */
  Value: answerAmount,
  /** As its screen shows it: the sum of its parts as they are shown, to the cent. */
  Shown: shownAmount,
  /** Business time of the value. Lists asked for with an `end` right after it are as of the same moment. */
  At: z.iso.datetime(),
  /** The figures that it is the sum of; none where it has postings or accruals of its own. */
  Parts: z.array(z.enum(figureNames)),
  /** Of a single position or award. */
  Position: z.nullable(positionTerms),
});
export type Explanation = z.output<typeof explanation>;

/** An entry of the ledger. */
export const explainedPosting = z.object({
  Id: z.string(),
  Date: z.iso.datetime(),
  Kind: z.string(),
  /** The account that the money left. */
  From: z.string(),
  /** The account that it came to. */
  To: z.string(),
  /** Always above zero. */
  Amount: answerAmount,
  /** The position, award, or transfer with the brokerage, that it is about. */
  Reference: z.nullable(z.string()),
});
export type ExplainedPosting = z.output<typeof explainedPosting>;

/** Something earned and not paid yet, with all that it is reckoned from. */
export const accrual = z.object({
  Id: z.string(),
  Source: z.enum(accruingSources),
  /** The position, or the award. */
  Reference: z.uuid(),
  Start: z.iso.datetime(),
  End: z.iso.datetime(),
  /** What is at work, or what an award is a part of. */
  Amount: answerAmount,
  /** What was set aside for it at its start. */
  Promised: answerAmount,
  /** The operations' payouts until now, or the award's part; per cent. */
  Percentage: z.number(),
  /** What the caps took from an award. */
  Cut: z.optional(answerAmount),
});
export type Accrual = z.output<typeof accrual>;

export const explainedOperation = z.object({
  Id: z.uuid(),
  Date: z.iso.datetime(),
  Asset: z.string(),
  Pair: z.string(),
  /** Per cent; below zero where it lost. */
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
  summary: 'What a figure is, and which figures it is the sum of',
  params: figureParams,
  heavy: true,
  answer: explanation,
  refusals: ['not_found'],
});

export const listExplainedPostings = endpoint({
  method: 'GET',
  path: '/api/explanations/:user/:figure/postings',
  access: 'investor',
  summary: 'The entries that a figure is the sum of, newest first',
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
  summary: 'What was earned and not paid yet by `end`, with what it is reckoned from, newest first',
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
  summary: 'What the profit of a position, or the value of an award, is',
  params: positionParams,
  heavy: true,
  answer: explanation,
  refusals: ['not_found'],
});

export const listPositionPostings = endpoint({
  method: 'GET',
  path: '/api/explanations/:user/:figure/:id/postings',
  access: 'investor',
  summary: 'The entries of a position or an award, newest first',
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
  summary: 'The operations that a position earned by, newest first',
  params: positionParams,
  query: listQuery,
  heavy: true,
  answer: z.array(explainedOperation),
  pages: true,
  refusals: ['not_found'],
});
