import { type Micros, usd } from '#money/money.ts';
import { Mistyped } from '#commands/server/refused.ts';

const dollarsAndCents = /^\d{1,10}(\.\d{1,2})?$/;
const most = usd('1000000000');

/** Parses a typed amount to move into or out of the treasury. */
export function readTreasuryAmount(text: string): Micros {
  const amount = dollarsAndCents.test(text) ? usd(text) : null;
  if (!amount || amount > most) {
    throw new Mistyped(`Not an amount: ${text}. Use dollars and cents, such as 250000 or 99.50, at most 1000000000.`);
  }
  return amount;
}
