import { connectDatabase } from '#database/server/connect-database.ts';
import { type Mode, requireStamp } from '#database/server/installation-mode.ts';
import { isLost } from '#database/server/is-lost.ts';
import { migrate } from '#database/server/migrate.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { countMissing, requireMigrated } from '#database/server/require-migrated.ts';
import { requirePlainLogin } from '#database/server/require-plain-login.ts';

export interface DatabaseLogins {
  /** The server's login. */
  runtime: string;
  /** The login for migrations; null if somebody else runs them. */
  owner: string | null;
}

/** Migrates the database and stamps its mode before the server starts. The server may not: its own login owns nothing. */
export async function prepareDatabase(
  { runtime, owner }: DatabaseLogins,
  { mode, isStrict }: { mode: Mode; isStrict: boolean },
): Promise<void> {
  const db = await connectDatabase({ url: runtime, connections: 1 }).catch(explain);
  try {
    // A sandbox on an operator's own PostgreSQL may have one login for everything.
    const migrator = owner ?? (mode === 'sandbox' && (await countMissing(db)) > 0 ? runtime : null);
    if (migrator) await migrate(migrator, { mode });
    await requireMigrated(db);
    await requireStamp(db, mode);
    if (isStrict) await requirePlainLogin(db);
  } catch (error) {
    return explain(error);
  } finally {
    await db.close();
  }
}

function explain(error: unknown): never {
  if (error instanceof PlainFailure || !isLost(error)) throw error;
  throw new PlainFailure(`The database does not answer: ${(error as Error).message}`);
}
