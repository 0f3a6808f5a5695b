import * as z from 'zod/mini';
import { answerAmount, shownAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';

const outcomeFigures = ['Brought', 'TakenOut', 'Have', 'Result', 'Fees', 'Subscription', 'Taxes'] as const;
export type OutcomeFigure = (typeof outcomeFigures)[number];
const each = <Amount>(amount: Amount) =>
  Object.fromEntries(outcomeFigures.map((figure) => [figure, amount])) as Record<OutcomeFigure, Amount>;

/**
 * What it all came to, at one instant: `Result` = `Have` + `TakenOut` − `Brought`. Fees, the bot's price and taxes are what was paid of it,
 * and are in the result already. Withdrawals count as taken out from their request on, like everywhere.
 */
export const outcome = z.object({ ...each(answerAmount), Shown: z.object(each(shownAmount)) });
export type Outcome = z.output<typeof outcome>;

export const readOutcome = endpoint({
  method: 'GET',
  path: '/api/outcome',
  access: 'investor',
  summary:
    'What the customer brought, took out and has, and so gained or lost; and what of it went for fees, the bot and taxes',
  heavy: true,
  answer: outcome,
});
