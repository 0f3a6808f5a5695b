import { toDecimal, toJsonNumber } from '#money/money.ts';
import type { Command } from '../command.ts';
import { drawTreasury } from '../draw-treasury.ts';
import { readReason } from '../read-reason.ts';
import { readTreasuryAmount } from '../read-treasury-amount.ts';

/** Money that the operator put up and takes out again, as far as nobody was promised it. */
export const treasuryDraw: Command = {
  name: 'treasury draw',
  words: ['USD'],
  required: ['reason'],
  summary: 'Take money out of the treasury, no more than nobody was promised',
  async run({ db, operator }, { words, options }) {
    const amount = readTreasuryAmount(words[0] as string);
    const treasury = await drawTreasury(db, amount, { operator, reason: readReason(options['reason']) });
    return {
      lines: [
        `${toDecimal(amount)} USD went out of the treasury, which now has ${toDecimal(treasury)} left to promise.`,
      ],
      json: { drawn: toJsonNumber(amount), treasury: toJsonNumber(treasury) },
    };
  },
};
