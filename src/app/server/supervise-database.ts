import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { restartBackoffMs } from './restart-backoff-ms.ts';

export interface SupervisedDatabase {
  /** URLs for the product's own login, the owner of the tables, and the superuser. */
  urls: { runtime: string; owner: string; admin: string };
  stop(): Promise<void>;
}

/**
 * Keeps the embedded PostgreSQL running until stopped. A new one listens where the old one did, so the programs' connection pools find it
 * automatically.
 */
export async function superviseDatabase(dataDir: string, log: (line: string) => void): Promise<SupervisedDatabase> {
  let postgres = await startEmbeddedPostgres({ dataDir, log });
  let isStopping = false;

  async function keepRunning(): Promise<void> {
    while (!isStopping) {
      const { code, signal } = await postgres.exited;
      if (isStopping) return;
      log(`the database ended (${signal ?? `code ${code}`}); starting it again`);
      await startAgain();
    }
    await postgres.stop();
  }

  async function startAgain(): Promise<void> {
    for (let failures = 1; !isStopping; failures++) {
      try {
        postgres = await startEmbeddedPostgres({ dataDir, log });
        return log('the database is back');
      } catch (error) {
        log(`the database does not start yet: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(restartBackoffMs(failures));
      }
    }
  }

  const running = keepRunning();
  return {
    urls: {
      runtime: postgres.databaseUrl('lastro', 'lastro_app'),
      owner: postgres.databaseUrl('lastro', 'lastro_owner'),
      admin: postgres.databaseUrl('lastro'),
    },
    stop: async () => {
      isStopping = true;
      await postgres.stop();
      await running;
    },
  };
}
