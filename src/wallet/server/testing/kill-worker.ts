import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { advanceTransfer } from '../advance-transfer.ts';
import type { Brokerage } from '../brokerage-client.ts';
import { claimTransfers } from '../transfer-queue.ts';
import { builtProgram } from '#testing/server/built-program.ts';
import type { WalletWorld } from '#testing/server/wallet-world.ts';

/** Runs a worker that is killed at this step. True when it finished its work before reaching it. */
export async function killWorkerAt(world: WalletWorld, die: 'before' | 'during', step: number): Promise<boolean> {
  const child = fork(builtProgram('dying-worker'), {
    execArgv: [],
    env: {
      ...process.env,
      DATABASE_URL: world.db.url,
      BROKERAGE_URL: world.config.brokerageUrl,
      BROKERAGE_TOKEN: world.config.brokerageToken,
      DIE: die,
      DIE_AT_STEP: String(step),
    },
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal ?? code).toBe(signal ? 'SIGKILL' : 0);
  return code === 0;
}

/** Makes every unfinished transfer due. */
export async function makeAllDue({ db }: Pick<WalletWorld, 'db'>): Promise<void> {
  await db.query('UPDATE broker_transfers SET due_at = now() WHERE due_at IS NOT NULL');
}

/** Expires the dead worker's lease and lets the next worker take over. */
export async function takeOver(world: WalletWorld, brokerage: Brokerage = world.brokerage, rounds = 5): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await makeAllDue(world);
    for (const transfer of await claimTransfers(world.db, 10, 60_000)) {
      await advanceTransfer({ db: world.db, brokerage, log: world.http.app.log }, transfer);
    }
  }
}
