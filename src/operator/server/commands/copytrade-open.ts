import { copytradeOpen as setting } from '#copytrade/server/copytrade-settings.ts';
import { writeSetting } from '#platform/server/settings.ts';
import { transaction } from '#platform/server/transaction.ts';
import type { Command, Lastro, Outcome } from '../command.ts';
import { recordAction } from '../record-action.ts';

/** New licences are taken from now on, in every process at once. Licences that run are not touched by either command. */
export const copytradeOpen: Command = {
  name: 'copytrade open',
  summary: 'Take new copy-trade licences',
  run: (lastro) => setRegistrations(lastro, true),
};

export const copytradeClose: Command = {
  name: 'copytrade close',
  summary: 'Take no new copy-trade licences; those that run go on',
  run: (lastro) => setRegistrations(lastro, false),
};

async function setRegistrations({ db, operator }: Lastro, isOpen: boolean): Promise<Outcome> {
  await transaction(db, async (tx) => {
    await writeSetting(tx, setting, isOpen);
    await recordAction(tx, { operator, action: isOpen ? 'copytrade open' : 'copytrade close', details: {} });
  });
  return { lines: [`New copy-trade registrations are ${isOpen ? 'open' : 'closed'} now.`], json: { open: isOpen } };
}
