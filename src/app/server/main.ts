import { seedStaff, sandboxStaff } from '../../../db/seed-staff.ts';
import { demo, seedDemo } from '../../../db/seed.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDatabase, type Sql } from '#platform/server/database.ts';
import type { Http } from '#platform/server/http.ts';
import { standardLog } from '#platform/server/log-destination.ts';
import { requireStamp } from '#platform/server/installation-mode.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { requireDurable } from '#platform/server/require-durable.ts';
import { requireMigrated } from '#platform/server/require-migrated.ts';
import { findPowers, formatPowers } from '#platform/server/require-plain-login.ts';
import { composeConsole } from './compose-console.ts';
import { composeHttp } from './compose.ts';
import { startJobs } from './jobs.ts';

/** A stop that takes longer is cut short: less than the launcher waits before it kills. */
const stopWithinMs = 8_000;
/** What the log's reader has not taken then, nobody waits for. */
const lastLinesMs = 500;
/** Longer than the database lets any statement run. */
const patienceMs = 20_000;

/** The server program: serves web and API on one port, and runs the clockwork. Migrations are its launcher's, or an operator's. */
async function main(): Promise<void> {
  const config = readConfig();
  const { databaseUrl: url, databaseStatements: statements } = config;
  const db = openDatabase({ url, statements, guard: requireDurable, patienceMs });
  await requireMigrated(db);
  await requireStamp(db, config.mode);
  const http = await composeHttp({ config, db });
  await requireOwnLogin(http, db);
  if (config.databaseListenUrl !== url) await requireOwnListener(http);
  if (config.mode === 'sandbox') await seedDemo(http);
  await http.app.listen({ host: config.host, port: config.port });
  const hasSandboxStaff = config.mode === 'sandbox' && config.consolePort !== null;
  if (hasSandboxStaff) await seedStaff(db, config);
  const staffHttp = config.consolePort === null ? null : await composeConsole({ config, db });
  await staffHttp?.app.listen({ host: config.host, port: config.consolePort ?? 0 });
  const jobs = startJobs(http);
  process.send?.({
    ready: true,
    ...(config.mode === 'sandbox' ? { demo } : {}),
    ...(hasSandboxStaff ? { staff: sandboxStaff } : {}),
  });

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    await http.app.close();
    await staffHttp?.app.close();
    await jobs.stop();
    await db.close();
    await standardLog().flush(lastLinesMs);
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

/** In a sandbox on somebody's own PostgreSQL there may be but one login, and nothing to lose. */
async function requireOwnLogin({ config, app }: Http, sql: Sql): Promise<void> {
  const powers = await findPowers(sql);
  if (powers.length === 0) return;
  if (config.mode === 'production') throw new PlainFailure(formatPowers(powers));
  app.log.warn(
    { powers: powers.map(({ power }) => power) },
    'the login of the database may more than the product needs',
  );
}

/** What only listens is a way in as well. */
async function requireOwnListener(http: Http): Promise<void> {
  const listener = openDatabase({ url: http.config.databaseListenUrl, connections: 1 });
  try {
    await requireOwnLogin(http, listener);
  } finally {
    await listener.close();
  }
}

main().catch((error: unknown) => {
  const sentence = error instanceof PlainFailure ? error.message : error;
  console.error(sentence);
  process.exit(1);
});
