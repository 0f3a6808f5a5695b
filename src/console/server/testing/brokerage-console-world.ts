import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { subscribers } from '#app/server/subscribers.ts';
import { type RunningSandbox, sandboxToken, startSandbox } from '#sandbox/server/testing/start-sandbox.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { advanceTransfer } from '#wallet/server/advance-transfer.ts';
import { type Brokerage, connectBrokerage } from '#wallet/server/brokerage-client.ts';
import { makeAllDue } from '#wallet/server/testing/kill-worker.ts';
import { claimTransfers } from '#wallet/server/transfer-queue.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';

/** The console with a brokerage running as a separate program. */
export interface BrokerageConsoleWorld extends ConsoleWorld {
  sandbox: RunningSandbox;
  brokerage: Brokerage;
  /** Requests a transfer and advances it until the brokerage answers; returns its id. */
  transfer(way: 'deposit' | 'withdraw', who: TestInvestor, amount?: number, brokerage?: Brokerage): Promise<string>;
  /** A transfer whose answer is lost and that never reached the brokerage. */
  lost(way: 'deposit' | 'withdraw', who: TestInvestor): Promise<string>;
}

export async function openBrokerageConsoleWorld(): Promise<BrokerageConsoleWorld> {
  const sandbox = await startSandbox(await mkdtemp(join(tmpdir(), 'h2-')));
  const env = { BROKERAGE_URL: sandbox.url, BROKERAGE_TOKEN: sandboxToken };
  const world = (await openConsoleWorld({
    env: { ...env, RATES_URL: `${sandbox.url}/json/last/USD-BRL` },
  })) as BrokerageConsoleWorld;
  world.sandbox = sandbox;
  world.brokerage = connectBrokerage({ url: sandbox.url, token: sandboxToken });
  world.transfer = async (way, who, amount = 100, brokerage = world.brokerage) => {
    const { Id } = (await who.post(`/api/${way}`, { amount, user: who.id, currency: 'usdt' })).json<{ Id: string }>();
    await makeAllDue(world);
    for (const claimed of await claimTransfers(world.db, 10, 60_000))
      await advanceTransfer({ db: world.db, brokerage, log: world.http.app.log, events: subscribers }, claimed);
    return Id;
  };
  world.lost = (way, who) =>
    world.transfer(way, who, 100, {
      ask: async () => ({ kind: 'unknown', error: 'timeout' }),
      send: async () => ({ kind: 'unknown', error: 'timeout' }),
    });
  const { close } = world;
  world.close = async () => {
    await close();
    await sandbox.stop('SIGKILL');
  };
  return world;
}
