import { copytradeOpen } from '#copytrade/server/copytrade-settings.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { makeCode } from '#primevault/server/testing/vault-world.ts';
import type { World } from '#testing/server/world.ts';
import type { Lab } from './moves.ts';

/** Opens everything to a ring: registrations for copies, and a code that adds 5 points in the vault indefinitely. */
export async function openLab(world: World): Promise<Lab> {
  await transaction(world.db, (tx) => writeSetting(tx, copytradeOpen, true));
  await makeCode(world, 'RING5', { uses: 1_000_000, untilDay: 3_650_000 });
  return { operations: [], code: 'RING5' };
}
