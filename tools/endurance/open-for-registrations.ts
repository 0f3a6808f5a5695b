import { copytradeOpen } from '#copytrade/server/copytrade-settings.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Ground } from './open-ground.ts';

/** Opens registrations for copy-trade licences. */
export function openForRegistrations({ db }: Ground): Promise<void> {
  return transaction(db, async (tx) => void (await writeSetting(tx, copytradeOpen, true)));
}
