import { type Micros, micros, toDecimal, usd } from '#money/money.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import { readSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { promisedProfit } from '#positions/promised-profit.ts';
import type { Promocode } from '#primevault/promocode.ts';
import { insertPromocode } from '#primevault/server/promocode-store.ts';
import { codeMostPromised, vaultAmounts } from '#primevault/server/vault-settings.ts';
import type { Command } from '../command.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { losesByPoints } from '../losing-settings.ts';
import { readPromocode } from '../read-promocode.ts';
import { recordAction } from '../record-action.ts';
import { promocodeAsJson, promocodeAsLine } from '../format-promocode.ts';

/** Creates a code for the vault. Days are the house's; the last one is included. */
export const promocodeCreate: Command = {
  name: 'promocode create',
  words: ['CODE'],
  required: ['points', 'uses', 'min', 'from', 'until'],
  optional: ['per-customer'],
  summary:
    'Create a code that adds percentage points in the vault, valid from DATE until the end of DATE; once per customer unless --per-customer allows more',
  async run({ db, operator, mode }, input) {
    const zone = await readHouseZone(db);
    const typed = readPromocode(input, zone);
    return transaction(db, async (tx) => {
      const { now } = await readBusinessClock(tx);
      if (typed.validUntil <= now) {
        throw new CommandRefused('promocode_over', `${input.options.until} has already passed.`);
      }
      const loses = await losesByPoints(tx, typed.points, mode, typed.validUntil);
      if (loses) throw new CommandRefused('promocode_loses', loses);
      const mostPromised = usd(String(await readSetting(tx, codeMostPromised, mode)));
      const promocode = { ...typed, mostPromised };
      refuseTooMuch(promocode, usd(String((await readSetting(tx, vaultAmounts, mode))[0])));
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
        mostPromised: toDecimal(mostPromised),
      };
      const span = { from: input.options.from as string, until: input.options.until as string };
      await recordAction(tx, { operator, action: 'promocode create', details: { ...details, ...span } });
      return { lines: [promocodeAsLine(promocode, { now, zone })], json: promocodeAsJson(promocode, { now, zone }) };
    });
  },
};

/** A code that promises more than its bound even if every use is of the least amount could never be used as often as it says. */
function refuseTooMuch({ code, points, usesAllowed, minAmount, mostPromised }: Promocode, leastOfVault: Micros): void {
  const least = minAmount > leastOfVault ? minAmount : leastOfVault;
  const promised = micros(BigInt(usesAllowed) * promisedProfit(least, points));
  if (promised <= mostPromised) return;
  throw new CommandRefused(
    'promocode_promises_too_much',
    `${code} would promise ${toDecimal(promised)} USD or more: ${toDecimal(points, 0)} % of ${toDecimal(least)} USD, ${usesAllowed} times. One code may promise ${toDecimal(mostPromised)} USD in all (primevault.code_most_promised_usd).`,
  );
}
