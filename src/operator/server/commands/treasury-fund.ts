import { type Micros, toDecimal, toJsonNumber, usd } from '#money/money.ts';
import { type Command, Mistyped } from '../command.ts';
import { fundTreasury } from '../fund-treasury.ts';

const dollarsAndCents = /^\d{1,10}(\.\d{1,2})?$/;
const most = usd('1000000000');

/** Money put up by the operator, from which profits can be promised. */
export const treasuryFund: Command = {
  name: 'treasury fund',
  words: ['USD'],
  summary: 'Put money into the treasury, from which profits are promised',
  async run({ db, operator }, { words }) {
    const amount = readAmount(words[0] as string);
    const treasury = await fundTreasury(db, amount, operator);
    return {
      lines: [`${toDecimal(amount)} USD went into the treasury, which now has ${toDecimal(treasury)} left to promise.`],
      json: { funded: toJsonNumber(amount), treasury: toJsonNumber(treasury) },
    };
  },
};

function readAmount(text: string): Micros {
  const amount = dollarsAndCents.test(text) ? usd(text) : null;
  if (!amount || amount > most) {
    throw new Mistyped(`Not an amount: ${text}. Write dollars and cents, like 250000 or 99.50, at most 1000000000.`);
  }
  return amount;
}
