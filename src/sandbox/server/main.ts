import { mkdir } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { realClock } from '#platform/clock.ts';
import { lockFolder } from '#platform/server/folder-lock.ts';
import { standardLog } from '#telemetry/server/log-destination.ts';
import { buildSandbox } from './http.ts';
import { openBrokerage } from './open-brokerage.ts';

/** A slower stop is aborted: less than the launcher waits before it kills. */
const stopWithinMs = 8_000;
/** Log lines not taken by the reader by then are not waited for. */
const lastLinesMs = 500;

/**
 * The sandbox brokerage as a program: `BROKERAGE_TOKEN` (required), `DATA_DIR`, `HOST`, `SANDBOX_PORT` (0: any free one). Started as a
 * child it sends `{ ready: true, port }` and exits with its parent.
 */
async function main(): Promise<void> {
  const { BROKERAGE_TOKEN: token, DATA_DIR: dataDir = '.data', HOST: host = '127.0.0.1' } = process.env;
  if (!token) throw new Error('BROKERAGE_TOKEN is not set: the sandbox brokerage requires one from its callers');
  process.once('disconnect', () => process.exit(0));

  const folder = join(dataDir, 'sandbox');
  await mkdir(folder, { recursive: true });
  await lockFolder({
    file: join(folder, 'brokerage.lock'),
    refusal: (holder) => `another sandbox brokerage is using ${folder}${holder && ` (process ${holder})`}`,
    patienceMs: 2000,
  });
  const brokerage = await openBrokerage(dataDir, realClock);
  const server = buildSandbox({ token, brokerage, clock: realClock, log: true });
  await server.listen({ host, port: Number(process.env['SANDBOX_PORT'] ?? 0) });
  const { port } = server.server.address() as AddressInfo;

  async function stop(): Promise<void> {
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    await server.close();
    await brokerage.close();
    await standardLog().flush(lastLinesMs);
    process.exit(0);
  }
  process.once('SIGTERM', () => void stop());
  // Ctrl-C reaches every process of the terminal; a child waits until its parent has finished and tells it to stop.
  process.on('SIGINT', () => void (process.send ? null : stop()));
  process.send?.({ ready: true, port });
}

try {
  await main();
} catch (error) {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
