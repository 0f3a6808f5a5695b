import * as z from 'zod/mini';
import { answerAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { spanFields } from '#platform/pages.ts';

/** What the customer sees first: how much there is, what it is doing, and how it came about. Reads every product, owns none. */
export const homeReport = z.object({
  Amount: answerAmount,
  Finished: z.int(),
  Running: z.int(),
  Profit: answerAmount,
  Finishedcopy: z.int(),
  Runningcopy: z.int(),
  Amountcopy: answerAmount,
  Profitcopy: answerAmount,
  VaultInvestmentsCount: z.int(),
  BotInvestmentsCount: z.int(),
  TotalEarnings: answerAmount,
  TotalEarned: answerAmount,
});
export type HomeReport = z.output<typeof homeReport>;

export const readHomeReport = endpoint({
  method: 'GET',
  path: '/api/homereport',
  access: 'investor',
  summary: 'The figures of the dashboard',
  answer: homeReport,
});

export const equityPoint = z.object({
  Date: z.iso.date(),
  Total: answerAmount,
  Balance: answerAmount,
  Stake: answerAmount,
  Copytrade: answerAmount,
  Vault: answerAmount,
  Primezord: answerAmount,
});
export type EquityPoint = z.output<typeof equityPoint>;

export const readEquity = endpoint({
  method: 'GET',
  path: '/api/equity',
  access: 'investor',
  summary: 'What the customer was worth at the end of each day, by product',
  query: z.object(spanFields),
  answer: z.array(equityPoint),
});
