import { readSetting, writeSetting } from '#settings/server/settings.ts';
import { holdSettings } from '#settings/server/setting-versions.ts';
import type { Switch } from '#settings/server/switch.ts';
import { transaction } from '#database/server/transaction.ts';
import { allSwitches } from '../all-settings.ts';
import type { Command, Lastro, Outcome } from '../command.ts';
import { authorOf } from '#commands/server/operator.ts';
import { recordAction } from '../record-action.ts';

/** Two commands per switch. They take effect immediately in every process. */
export const switchCommands: readonly Command[] = allSwitches.flatMap((each) => [
  { name: `${each.name} open`, summary: each.open, run: (lastro) => turn(lastro, each, true) },
  { name: `${each.name} close`, summary: each.close, run: (lastro) => turn(lastro, each, false) },
]);

async function turn(
  { db, operator, mode }: Lastro,
  { name, setting, what }: Switch,
  isOpen: boolean,
): Promise<Outcome> {
  await transaction(db, async (tx) => {
    await holdSettings(tx);
    const was = { open: await readSetting(tx, setting, mode) };
    await writeSetting(tx, setting, isOpen, { by: authorOf(operator).name });
    const action = `${name} ${isOpen ? 'open' : 'close'}`;
    await recordAction(tx, { operator, action, details: {}, was, isNow: { open: isOpen } });
  });
  return { lines: [`${what} are now ${isOpen ? 'open' : 'closed'}.`], json: { open: isOpen } };
}
