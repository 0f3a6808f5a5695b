import { toDecimal, toJsonNumber } from '#money/money.ts';
import type { Command } from '../command.ts';
import { fundTreasury } from '../fund-treasury.ts';
import { readTreasuryAmount } from '../read-treasury-amount.ts';

/** Adds money of the operator's, from which profits can be promised. */
export const treasuryFund: Command = {
  name: 'treasury fund',
  words: ['USD'],
  summary: 'Add funds to the treasury, from which profits are promised',
  check: ({ words: [usd = ''] }) => void readTreasuryAmount(usd),
  // Nothing but a mistyped amount is refused, and the money is spread in further transactions.
  foresee: async () => undefined,
  async run({ db, operator }, { words: [usd = ''] }) {
    const amount = readTreasuryAmount(usd);
    const treasury = await fundTreasury(db, amount, operator);
    return {
      lines: [
        `${toDecimal(amount)} USD was added to the treasury, which now has ${toDecimal(treasury)} left to promise.`,
      ],
      json: { funded: toJsonNumber(amount), treasury: toJsonNumber(treasury) },
    };
  },
};
