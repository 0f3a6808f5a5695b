import * as z from 'zod/mini';
import { answerAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { listQuery } from '#platform/pages.ts';

/** Everything that ever moved the customer's balance, one row a posting, each with the balance after it. */
export const statementLine = z.object({
  Id: z.string(),
  Date: z.iso.datetime(),
  Kind: z.string(),
  Description: z.string(),
  /** The position, or transfer with the brokerage, that it is about. */
  Reference: z.nullable(z.string()),
  /** Above zero for money that came, below for money that went. */
  Amount: answerAmount,
  Balance: answerAmount,
});
export type StatementLine = z.output<typeof statementLine>;

export const readStatement = endpoint({
  method: 'GET',
  path: '/api/statement',
  access: 'investor',
  summary: 'The postings on the customer’s balance, newest first',
  query: listQuery,
  answer: z.array(statementLine),
  pages: true,
});

/** The same as a file for a spreadsheet; `decimal` and `date` choose its form. */
export const statementFileQuery = z.object({
  start: listQuery.shape.start,
  end: listQuery.shape.end,
  tz: listQuery.shape.tz,
  decimal: z._default(z.enum(['point', 'comma']), 'point'),
});
export type StatementFileQuery = z.output<typeof statementFileQuery>;
