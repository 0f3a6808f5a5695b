import { openWorld, type World } from './world.ts';
import type { Imported } from '#payouts/server/import-operations.ts';
import { importLines, line } from './import-lines.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { copytradeOpen } from '#copytrade/server/copytrade-settings.ts';

export interface CopytradeWorld extends World {
  setOpen(isOpen: boolean): Promise<void>;
  /** Imports an operation of the desk, at the current business time or this many days before it. */
  operation(payout: string, daysAgo?: number, asset?: string): Promise<Imported>;
}

/** The whole product, with registration open. */
export async function openCopytradeWorld(settings: Parameters<typeof openWorld>[0] = {}): Promise<CopytradeWorld> {
  const world = (await openWorld(settings)) as CopytradeWorld;
  let count = 0;
  world.setOpen = (isOpen) => transaction(world.db, async (tx) => void (await writeSetting(tx, copytradeOpen, isOpen)));
  world.operation = (payout, daysAgo = 0, asset = 'Forex') => {
    count += 1;
    const at = new Date(world.now.getTime() - daysAgo * 86_400_000);
    return importLines(world.db, [line(at, payout, `OP-${count}`, asset)], { now: world.now });
  };
  await world.setOpen(true);
  return world;
}
