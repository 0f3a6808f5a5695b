import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { advanceTransfer } from '../advance-transfer.ts';
import type { Brokerage } from '../brokerage-client.ts';
import { claimTransfers } from '../transfer-queue.ts';
import { builtProgram } from '#testing/server/built-program.ts';
import type { WalletWorld } from '#testing/server/wallet-world.ts';

/** Runs a worker that is killed at its step. True when it got to the end of its work before that step came. */
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

/** Whatever has no end yet is due, in all cells at once. */
export async function makeAllDue({ db }: Pick<WalletWorld, 'db'>): Promise<void> {
  await db.query(
    `UPDATE broker_transfers SET due_at = now() FROM (SELECT set_config('test.many_cells', 'on', true)) AS many_cells
     WHERE due_at IS NOT NULL`,
  );
}

/** The lease of the dead runs out, and the next worker takes over. */
export async function takeOver(world: WalletWorld, brokerage: Brokerage = world.brokerage, rounds = 5): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await makeAllDue(world);
    for (const transfer of await claimTransfers(world.db, 10, 60_000)) {
      await advanceTransfer({ db: world.db, brokerage, log: world.http.app.log }, transfer);
    }
  }
}
