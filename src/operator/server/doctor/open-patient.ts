import type { Config } from '#settings/server/config.ts';
import { connectDatabase } from '#database/server/connect-database.ts';
import type { Database } from '#database/server/database.ts';
import { patienceMs } from './finding.ts';

/** Opens the database as the programs themselves would, also behind a pooler, with a timeout. */
export function openPatient({ databaseUrl: url, databaseStatements: statements }: Config): Promise<Database> {
  return connectDatabase({ url, statements, connections: 1, waitMs: patienceMs, patienceMs });
}
