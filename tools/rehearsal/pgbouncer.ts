import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { superviseDatabase } from '#app/server/supervise-database.ts';
import { openClient } from '#database/server/clients.ts';
import { findPgbouncer, runPgbouncer } from '#testing/server/run-pgbouncer.ts';
import type { Investor } from '../crash/investor.ts';
import { describe, faultsOf, makeInvestors } from '../crash/load.ts';
import { verify } from '../crash/verify.ts';
import { killNow } from '#testing/server/kill-now.ts';
import { Victim } from '../crash/victim.ts';
import { putToWork } from '../shared/load.ts';
import { showProgress } from '../shared/report.ts';
import { makeUpAnswer, sayWhatIsLost } from './made-up-answer.ts';
import { notPlayed, type RehearsalOptions, type Report } from './report.ts';

/**
 * Lastro behind PgBouncer in transaction mode, which migrations bypass. Under load the database behind it is killed and recovers, and in
 * every other round the pooler itself. Afterwards everything that was answered must exist, once.
 */
export function run({ rounds }: RehearsalOptions): Promise<Report> {
  return play(rounds, () => {});
}

/** A made-up answer must be reported as lost. */
export async function control(): Promise<string | undefined> {
  return sayWhatIsLost(await play(1, makeUpAnswer));
}

async function play(rounds: number, tamper: (investors: Investor[]) => void): Promise<Report> {
  if (!findPgbouncer()) return notPlayed('PgBouncer', ['pgbouncer (apt-get install pgbouncer)']);
  const folder = mkdtempSync(join(tmpdir(), 'lastro-pooled-'));
  const database = await superviseDatabase(folder, () => {});
  await limitLogin(database.urls.admin);
  let pooler = await runPgbouncer({ url: database.urls.runtime });
  const { runtime, owner } = database.urls;
  const victim = new Victim({ runtime: pooler.url, owner }, { DATABASE_LISTEN_URL: runtime, CONSOLE_PORT: 'off' });
  try {
    await victim.start();
    const investors = await makeInvestors(victim, false);
    const load = putToWork(investors);
    const recoveries: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await sleep(1_000 + Math.random() * 2_000);
      if (round % 2 === 0) {
        await pooler.stop('SIGKILL');
        pooler = await runPgbouncer({ url: runtime, port: pooler.port });
      } else killNow(Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]));
      await sleep(1);
      recoveries.push(await victim.untilReady());
      showProgress('pgbouncer', round, rounds);
    }
    await sleep(2_000);
    const seconds = await load.end();
    tamper(investors);
    const replays = await Promise.all(investors.map((investor) => investor.replay(20)));
    const findings = [...(await verify(victim, investors)), ...replays.flat(), ...faultsOf(investors)];
    const what = 'the database behind PgBouncer, or PgBouncer, killed';
    return { figures: describe({ what, rounds, seconds, recoveries, investors }), findings };
  } finally {
    await victim.stop();
    await pooler.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Follows the recipe of docs/operations.md. */
async function limitLogin(adminUrl: string): Promise<void> {
  const admin = await openClient({ connectionString: adminUrl });
  try {
    for (const limit of [
      `statement_timeout = '15s'`,
      `lock_timeout = '10s'`,
      `idle_in_transaction_session_timeout = '30s'`,
      `timezone = 'UTC'`,
      'random_page_cost = 1.1',
    ])
      await admin.query(`ALTER ROLE lastro_app IN DATABASE lastro SET ${limit}`);
  } finally {
    await admin.end();
  }
}
