import * as z from 'zod/mini';
import { answerAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';

/**
 * Money between the customer's balance here and their account at the brokerage. Money that leaves is held, still theirs, until the
 * brokerage has it; money that comes is theirs there until it is here. Separate from the wallet's other calls, because no dialog needs it.
 */
export const moneyUnderWay = z.object({
  /** Held for withdrawals that have not ended, USD. */
  Leaving: answerAmount,
  /** Amount of deposits that have not ended, USD. */
  Arriving: answerAmount,
});
export type MoneyUnderWay = z.output<typeof moneyUnderWay>;

export const readMoneyUnderWay = endpoint({
  method: 'GET',
  path: '/api/transfers/under-way',
  access: 'investor',
  summary: 'Amounts on their way to the brokerage, and from it',
  answer: moneyUnderWay,
});
