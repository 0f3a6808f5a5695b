import { readHouseZone } from '#settings/server/house-zone.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { markEnded, readPromocode } from '#primevault/server/promocode-store.ts';
import { readCode } from '#platform/typed/read-code.ts';
import type { Command } from '../command.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { recordAction } from '../record-action.ts';
import { promocodeAsJson, promocodeAsLine } from '../format-promocode.ts';

/** Ends a code immediately. Investments opened with it keep their return. */
export const promocodeEnd: Command = {
  name: 'promocode end',
  words: ['CODE'],
  summary: 'End a promotional code now; investments opened with it keep their return',
  run({ db, operator }, { words: [typed = ''] }) {
    const code = readCode(typed);
    return transaction(db, async (tx) => {
      const { now } = await readBusinessClock(tx);
      const zone = await readHouseZone(tx);
      const promocode = await markEnded(tx, code, now);
      if (!promocode) throw await explainRefusal(tx, code);
      await recordAction(tx, { operator, action: 'promocode end', details: { code } });
      return { lines: [promocodeAsLine(promocode, { now, zone })], json: promocodeAsJson(promocode, { now, zone }) };
    });
  },
};

async function explainRefusal(tx: Tx, code: string): Promise<CommandRefused> {
  return (await readPromocode(tx, code))
    ? new CommandRefused('promocode_over', `The code ${code} has already ended.`)
    : new CommandRefused('promocode_unknown', `There is no code ${code}.`);
}
