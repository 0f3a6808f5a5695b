import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyRunningCluster } from '#embedded-postgres/server/copy-running-cluster.ts';
import { choosePostgresAccount, handOver } from '#embedded-postgres/server/postgres-account.ts';
import { socketAddress } from '#embedded-postgres/server/postgres-address.ts';
import { findPostgresFolder } from '#embedded-postgres/server/postgres-binaries.ts';
import { throwawaySettings } from '#embedded-postgres/server/postgres-settings.ts';
import { runPostmaster } from '#embedded-postgres/server/run-postmaster.ts';
import type { EmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { stopPostmaster } from '#embedded-postgres/server/stop-postmaster.ts';
import { once } from 'node:events';

/** A streaming standby of a throwaway PostgreSQL. */
export interface Standby {
  /** URL of the same database on the standby, for the same login. */
  urlOf(primaryUrl: string): string;
  stop(): Promise<void>;
}

export async function startStandby(primary: EmbeddedPostgres): Promise<Standby> {
  const from = new URL(primary.databaseUrl('postgres'));
  const primaryFolder = from.searchParams.get('host') ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'lastro-standby-'));
  const clusterFolder = join(folder, 'postgres');
  await copyRunningCluster({ databaseUrl: from.href, clusterFolder: primaryFolder }, clusterFolder);
  await writeFile(join(clusterFolder, 'standby.signal'), '');
  const account = await choosePostgresAccount(await findPostgresFolder(), clusterFolder);
  await handOver(account, clusterFolder);
  const address = await socketAddress(clusterFolder, account);
  const postmaster = await runPostmaster({
    account,
    clusterFolder,
    settings: {
      ...throwawaySettings,
      ...address.settings,
      wal_retrieve_retry_interval: '200ms',
      primary_conninfo: `host=${primaryFolder} port=5432 user=postgres password=${from.password} sslmode=disable`,
    },
    logFile: join(folder, 'postgres.log'),
    disregardPid: null,
    throwawayFolder: folder,
    log: () => {},
  });
  const exited = once(postmaster, 'exit').then(() => ({ code: null, signal: null }));
  return {
    urlOf: (primaryUrl) => {
      const url = new URL(primaryUrl);
      return address.urlOf(url.pathname.slice(1), url.username, url.password);
    },
    stop: async () => {
      await stopPostmaster({ postmaster, exited, account, clusterFolder, isThrowaway: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
