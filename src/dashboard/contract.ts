import * as z from 'zod/mini';
import { answerAmount, shownAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { spanFields } from '#platform/pages.ts';
import { byPart, byReport } from '#positions/registry.ts';

/** The dashboard: how much the customer has, where it is, and how it came about. Reads from every product, owns none. */
export const homeReport = z.object({
  ...byReport(['running', 'ended'], () => z.int()),
  ...byReport(['amount', 'profit'], () => answerAmount),
  TotalEarnings: answerAmount,
  TotalEarned: answerAmount,
  /** The amounts as screens show them: they add up with each other, and with the lists, to the cent. */
  Shown: z.object({
    ...byReport(['amount', 'profit'], () => shownAmount),
    TotalEarnings: shownAmount,
    TotalEarned: shownAmount,
  }),
});
export type HomeReport = z.output<typeof homeReport>;

export const readHomeReport = endpoint({
  method: 'GET',
  path: '/api/homereport',
  access: 'investor',
  summary: 'The figures of the dashboard',
  answer: homeReport,
});

/** The amounts as screens show them: the total is the sum of its parts, to the cent. */
export const shownEquity = z.object({
  Total: shownAmount,
  Balance: shownAmount,
  ...byPart(() => shownAmount),
});
export type ShownEquity = z.output<typeof shownEquity>;

export const equityPoint = z.object({
  Date: z.iso.date(),
  Total: answerAmount,
  Balance: answerAmount,
  ...byPart(() => answerAmount),
  Shown: shownEquity,
});
export type EquityPoint = z.output<typeof equityPoint>;

export const readEquity = endpoint({
  method: 'GET',
  path: '/api/equity',
  access: 'investor',
  summary: 'The customer’s equity at the end of each day, by product',
  query: z.object(spanFields),
  heavy: true,
  answer: z.array(equityPoint),
});
