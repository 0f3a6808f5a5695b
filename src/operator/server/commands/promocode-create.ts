import { toDecimal } from '#money/money.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import { transaction } from '#database/server/transaction.ts';
import { insertPromocode } from '#primevault/server/promocode-store.ts';
import { type Command, CommandRefused } from '../command.ts';
import { losesByPoints } from '../losing-settings.ts';
import { readPromocode } from '../read-promocode.ts';
import { recordAction } from '../record-action.ts';
import { promocodeAsJson, promocodeAsLine } from '../format-promocode.ts';

/** Creates a code for the vault. Days are in UTC; the last one is included. */
export const promocodeCreate: Command = {
  name: 'promocode create',
  words: ['CODE'],
  required: ['points', 'uses', 'min', 'from', 'until'],
  optional: ['per-customer'],
  summary:
    'Create a code that adds percentage points in the vault, valid from DATE until the end of DATE (UTC); once per customer unless --per-customer allows more',
  async run({ db, operator, mode }, input) {
    const promocode = readPromocode(input);
    return transaction(db, async (tx) => {
      const { now } = await readBusinessClock(tx);
      if (promocode.validUntil <= now) {
        throw new CommandRefused('promocode_over', `${input.options.until} has already passed.`);
      }
      const loses = await losesByPoints(tx, promocode.points, mode, promocode.validUntil);
      if (loses) throw new CommandRefused('promocode_loses', loses);
      if (!(await insertPromocode(tx, promocode))) {
        throw new CommandRefused('promocode_exists', `The code ${promocode.code} already exists.`);
      }
      const { code, usesAllowed: uses, usesPerCustomer: perCustomer } = promocode;
      const details = {
        code,
        points: toDecimal(promocode.points),
        uses,
        perCustomer,
        min: toDecimal(promocode.minAmount),
      };
      const span = { from: input.options.from as string, until: input.options.until as string };
      await recordAction(tx, { operator, action: 'promocode create', details: { ...details, ...span } });
      return { lines: [promocodeAsLine(promocode, now)], json: promocodeAsJson(promocode, now) };
    });
  },
};
