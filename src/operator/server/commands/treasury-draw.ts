import { toDecimal, toJsonNumber } from '#money/money.ts';
import type { Command } from '../command.ts';
import { drawTreasury, requireFree } from '../draw-treasury.ts';
import { readReason } from '../read-reason.ts';
import { readTreasuryAmount } from '../read-treasury-amount.ts';

/** Withdraws money that the operator put up, as far as it is not promised to anybody. */
export const treasuryDraw: Command = {
  name: 'treasury draw',
  words: ['USD'],
  required: ['reason'],
  summary: 'Draw money from the treasury, no more than is left to promise',
  check({ words: [usd = ''], options }) {
    readTreasuryAmount(usd);
    readReason(options['reason']);
  },
  foresee: ({ db }, { words: [usd = ''] }) => requireFree(db, readTreasuryAmount(usd)),
  async run({ db, operator }, { words: [usd = ''], options }) {
    const amount = readTreasuryAmount(usd);
    const treasury = await drawTreasury(db, amount, { operator, reason: readReason(options['reason']) });
    return {
      lines: [
        `${toDecimal(amount)} USD was drawn from the treasury, which now has ${toDecimal(treasury)} left to promise.`,
      ],
      json: { drawn: toJsonNumber(amount), treasury: toJsonNumber(treasury) },
    };
  },
};
