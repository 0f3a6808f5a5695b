import type { Config } from '#platform/server/config.ts';
import { connectDatabase } from '#platform/server/connect-database.ts';
import type { Database } from '#platform/server/database.ts';
import { patienceMs } from './finding.ts';

/** The database as the programs themselves would open it, behind a pooler too; who does not answer is not waited for. */
export function openPatient({ databaseUrl: url, databaseStatements: statements }: Config): Promise<Database> {
  return connectDatabase({ url, statements, connections: 1, waitMs: patienceMs, patienceMs });
}
