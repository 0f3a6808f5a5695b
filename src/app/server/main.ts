import { demo, seedDemo } from '../../../db/seed.ts';
import { ConfigProblem, readConfig } from '#platform/server/config.ts';
import { openDatabase } from '#platform/server/database.ts';
import { readBusinessClock } from '#platform/server/business-clock.ts';
import type { Http } from '#platform/server/http.ts';
import { migrate } from '#platform/server/migrate.ts';
import { requireDurable } from '#platform/server/require-durable.ts';
import { composeHttp } from './compose.ts';
import { startJobs } from './jobs.ts';

/** Longer than the database lets any statement run. */
const patienceMs = 20_000;

/** The server program: brings the database up to date, serves web and API on one port, and runs the clockwork. */
async function main(): Promise<void> {
  const config = readConfig();
  const { role } = await migrate(config.databaseUrl);
  const { databaseUrl: url, databaseStatements: statements } = config;
  const db = openDatabase({ url, statements, role, guard: requireDurable, patienceMs });
  const http = await composeHttp({ config, db });
  await requireRealTime(http);
  if (!role) http.app.log.warn('the ledger is protected by triggers alone: this database user may not create roles');
  if (config.mode === 'sandbox') await seedDemo(http);
  await http.app.listen({ host: config.host, port: config.port });
  const jobs = startJobs(http);
  process.send?.({ ready: true, ...(config.mode === 'sandbox' ? { demo } : {}) });

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await http.app.close();
    await jobs.stop();
    await db.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

/** In production the business clock is the real one; a database that was a sandbox's has entries from the future. */
async function requireRealTime({ db, config }: Http): Promise<void> {
  const { aheadMs } = await readBusinessClock(db);
  if (config.mode === 'production' && aheadMs > 0) {
    throw new ConfigProblem(
      'This database was a sandbox’s whose clock was moved ahead: it cannot be run in production.',
    );
  }
}

main().catch((error: unknown) => {
  const sentence = error instanceof ConfigProblem ? error.message : error;
  console.error(sentence);
  process.exit(1);
});
