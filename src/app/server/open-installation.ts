import { type ConnectOptions, connectDatabase } from '#database/server/connect-database.ts';
import type { Config } from '#settings/server/config.ts';
import type { Database } from '#database/server/database.ts';
import { openReplica, type Replica } from '#database/server/replica.ts';
import { requireDurable } from '#database/server/require-durable.ts';

/** Longer than any statement may run in the database. */
const patienceMs = 20_000;

/** Opens the database as an installation's programs use it, and its replica if there is one. */
export async function openInstallation(
  config: Config,
  serves: boolean,
): Promise<{ db: Database; replica: Replica | null }> {
  const db = await connectDatabase({
    url: config.databaseUrl,
    statements: config.databaseStatements,
    listenUrl: config.databaseListenUrl,
    processes: config.databaseProcesses,
    ...connectionsOf(config, serves),
    guard: requireDurable,
    patienceMs,
  });
  // A worker makes no long reads.
  return { db, replica: serves ? findReplica(config, db) : null };
}

/** Connections that the clockwork's jobs can use: each job has one thing in progress, or a few transfers. */
const mostForWork = 10;

function connectionsOf(
  { databaseConnections }: Config,
  serves: boolean,
): Pick<ConnectOptions, 'connections' | 'mostUseful'> {
  if (databaseConnections !== null) return { connections: databaseConnections };
  return serves ? {} : { mostUseful: mostForWork };
}

function findReplica({ databaseReplicaUrl: url, databaseReplicaMostBehindMs }: Config, db: Database): Replica | null {
  if (!url) return null;
  // As many as there are concurrent long reads, plus one to check the replication lag.
  const connections = Math.max(2, Math.floor((db.pool.options.max ?? 10) / 3));
  return openReplica({ url, primary: db, mostBehindMs: databaseReplicaMostBehindMs, connections });
}
