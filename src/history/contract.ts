import * as z from 'zod/mini';
import { answerAmount, queryAmount } from '#money/amount.ts';
import { operationsFile } from '#operations/contract.ts';
import { assetName } from '#payouts/contract.ts';
import { endpoint } from '#platform/endpoint.ts';
import { listQuery, spanFields } from '#platform/pages.ts';
import type { HistoryTab } from './tabs.ts';

/** Everything that ever moved the customer's balance, one row a posting, each with the balance after it. */
const lineFields = {
  Id: z.string(),
  Date: z.iso.datetime(),
  Kind: z.string(),
  Description: z.string(),
  /** The position, or transfer with the brokerage, that it is about. */
  Reference: z.nullable(z.string()),
  /** Above zero for money that came, below for money that went. */
  Amount: answerAmount,
  Balance: answerAmount,
  /** Whether it only went from one of the customer's own pockets to another (put to work, to the bot, to the brokerage): neither won nor lost. */
  Own: z.boolean(),
};
export const statementLine = z.object(lineFields);
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

/** A transfer of the same event that went from or to an account of the customer's. */
const receiptTransfer = z.object({
  Id: z.string(),
  From: z.string(),
  To: z.string(),
  Amount: answerAmount,
});

/** One line of the statement with all that its event moved for the customer. */
export const receipt = z.object({ ...lineFields, Transfers: z.array(receiptTransfer) });
export type Receipt = z.output<typeof receipt>;

export const readReceipt = endpoint({
  method: 'GET',
  path: '/api/statement/:id',
  access: 'investor',
  summary: 'A line of the statement with every transfer of its event that is the customer’s',
  params: z.object({ id: z.string() }),
  answer: receipt,
  refusals: ['not_found'],
});

/** A history as a file for a spreadsheet: all that the filter leaves, in the form of the language that is asked for. */
const fileFields = { ...spanFields, decimal: z.optional(z.enum(['point', 'comma'])) };

export const fileQuery = z.object({
  ...fileFields,
  /** Of operations alone. */
  asset: z.optional(assetName),
  /** Of vault investments alone, as these three are on their own screen. */
  min: z.optional(queryAmount),
  max: z.optional(queryAmount),
  status: z._default(z.enum(['all', 'active', 'expired']), 'all'),
});
export type FileQuery = z.output<typeof fileQuery>;

export function filePath(tab: HistoryTab): `/${string}` {
  if (tab === 'statement') return '/api/statement.csv';
  return tab === 'operations' ? operationsFile : `/api/history/${tab}.csv`;
}
