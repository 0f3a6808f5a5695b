import * as z from 'zod/mini';
import { answerAmount, queryAmount } from '#money/amount.ts';
import { operationsFile } from '#operations/contract.ts';
import { assetName } from '#payouts/contract.ts';
import { endpoint } from '#platform/endpoint.ts';
import { listQuery, spanFields } from '#platform/pages.ts';
import type { HistoryTab } from './tabs.ts';

/** Every change of the customer's balance, one row per posting, each with the balance after it. */
const lineFields = {
  Id: z.string(),
  Date: z.iso.datetime(),
  Kind: z.string(),
  Description: z.string(),
  /** The position or brokerage transfer that it concerns. */
  Reference: z.nullable(z.string()),
  /** Positive for money in, negative for money out. */
  Amount: answerAmount,
  Balance: answerAmount,
  /**
   * Whether the money only moved between the customer's own pockets (invested, to the bot, to the brokerage), so that nothing was won or
   * lost.
   */
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

/** A transfer of the same event from or to one of the customer's accounts. */
const receiptTransfer = z.object({
  Id: z.string(),
  From: z.string(),
  To: z.string(),
  Amount: answerAmount,
});

/** A line of the statement with everything its event moved for the customer. */
export const receipt = z.object({ ...lineFields, Transfers: z.array(receiptTransfer) });
export type Receipt = z.output<typeof receipt>;

export const readReceipt = endpoint({
  method: 'GET',
  path: '/api/statement/:id',
  access: 'investor',
  summary: 'A line of the statement with all of the customer’s entries in the same event',
  params: z.object({ id: z.string() }),
  answer: receipt,
  refusals: ['not_found'],
});

/** A history as a spreadsheet file: everything that matches the filter, formatted for the requested language. */
const fileFields = { ...spanFields, decimal: z.optional(z.enum(['point', 'comma'])) };

export const fileQuery = z.object({
  ...fileFields,
  /** Applies to operations only. */
  asset: z.optional(assetName),
  /** These three apply to vault investments only, as on the vault's own screen. */
  min: z.optional(queryAmount),
  max: z.optional(queryAmount),
  status: z._default(z.enum(['all', 'active', 'expired']), 'all'),
});
export type FileQuery = z.output<typeof fileQuery>;

export function filePath(tab: HistoryTab): `/${string}` {
  if (tab === 'statement') return '/api/statement.csv';
  return tab === 'operations' ? operationsFile : `/api/history/${tab}.csv`;
}
