import { type ConnectOptions, connectDatabase } from '#platform/server/connect-database.ts';
import type { Config } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database.ts';
import { openReplica, type Replica } from '#platform/server/replica.ts';
import { requireDurable } from '#platform/server/require-durable.ts';

/** Longer than the database lets any statement run. */
const patienceMs = 20_000;

/** The database as a program of an installation works on it, and the copy that follows it where there is one. */
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
  // What works through what falls due reads nothing that is long.
  return { db, replica: serves ? findReplica(config, db) : null };
}

/** The clockwork's jobs, each of which has one thing under way, or a few transfers. */
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
  // As many as long readings are done at once, and one to look how far behind it is.
  const connections = Math.max(2, Math.floor((db.pool.options.max ?? 10) / 3));
  return openReplica({ url, primary: db, mostBehindMs: databaseReplicaMostBehindMs, connections });
}
