import { readConfig } from '#settings/server/config.ts';
import { openDatabase, type Sql } from '#database/server/database.ts';
import type { Http } from '#http/server/http.ts';
import { requireStamp } from '#database/server/installation-mode.ts';
import { standardLog } from '#telemetry/server/log-destination.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { requireMigrated } from '#database/server/require-migrated.ts';
import { findPowers, formatPowers } from '#database/server/require-plain-login.ts';
import { startTelemetry } from '#telemetry/server/start-telemetry.ts';
import { readSealSecret } from '#secondfactor/server/read-seal-secret.ts';
import { requireSealSecret } from '#secondfactor/server/require-seal-secret.ts';
import { composeConsole } from './compose-console.ts';
import { composeHttp } from './compose.ts';
import { composeWorker } from './compose-worker.ts';
import { startJobs } from './jobs.ts';
import { leaveInOrder } from './leave-in-order.ts';
import { openInstallation } from './open-installation.ts';
import { seedSandbox } from './seed-sandbox.ts';

/** Lines that the log's reader has not taken by then are given up. */
const lastLinesMs = 500;

/** A program's roles: `serves` answers customers and staff, `works` runs the clockwork, which nobody requests. */
export interface Roles {
  serves: boolean;
  works: boolean;
}

/**
 * Runs the product until asked to stop; a failure is reported in one sentence, with exit code 1. It runs no migrations: the launcher or an
 * operator does.
 */
export function runProgram(roles: Roles): void {
  run(roles).catch((error: unknown) => {
    console.error(error instanceof PlainFailure ? error.message : error);
    process.exit(1);
  });
}

async function run({ serves, works }: Roles): Promise<void> {
  const config = readConfig();
  const telemetry = await startTelemetry();
  const { db, replica } = await openInstallation(config, serves);
  await requireMigrated(db);
  await requireStamp(db, config.mode);
  await requireSealSecret(db, readSealSecret(config));
  const http = serves ? await composeHttp({ config, db, replica, asksForRates: false }) : composeWorker({ config, db });
  await requireOwnLogin(http, db);
  if (config.databaseListenUrl !== config.databaseUrl) await requireOwnListener(http);
  const seeded = serves && config.mode === 'sandbox' ? await seedSandbox(http) : {};
  await http.app.listen({ host: config.host, port: config.port });
  const staffHttp = serves && config.consolePort !== null ? await composeConsole({ config, db, replica }) : null;
  await staffHttp?.app.listen({ host: config.host, port: config.consolePort ?? 0 });
  const jobs = works ? startJobs(http) : null;
  process.send?.({ ready: true, ...seeded });
  stopWhenAsked(async () => {
    const inTime = await leaveInOrder({
      listening: staffHttp ? [http, staffHttp] : [http],
      jobs,
      db,
      replica,
      // No proxy sends clients to a worker.
      drainMs: serves ? config.drainSeconds * 1_000 : 0,
      stopMs: config.stopSeconds * 1_000,
    });
    await telemetry?.stop();
    await standardLog().flush(lastLinesMs);
    process.exit(inTime ? 0 : 1);
  });
}

/** A second request means that nobody wants to wait. */
function stopWhenAsked(stop: () => Promise<void>): void {
  let isStopping = false;
  const onRequest = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop().catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  };
  process.on('SIGTERM', onRequest);
  process.on('SIGINT', onRequest);
}

/** A sandbox on an operator's own PostgreSQL may have only one login, and has nothing to lose. */
async function requireOwnLogin({ config, app }: Http, sql: Sql): Promise<void> {
  const powers = await findPowers(sql);
  if (powers.length === 0) return;
  if (config.mode === 'production') throw new PlainFailure(formatPowers(powers));
  app.log.warn(
    { powers: powers.map(({ power }) => power) },
    'the login of the database may more than the product needs',
  );
}

/** The login that only listens gives access as well. */
async function requireOwnListener(http: Http): Promise<void> {
  const listener = openDatabase({ url: http.config.databaseListenUrl, connections: 1 });
  try {
    await requireOwnLogin(http, listener);
  } finally {
    await listener.close();
  }
}
