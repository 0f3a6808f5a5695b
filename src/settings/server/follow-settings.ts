import { everybody, noteChange } from '#database/server/changes.ts';
import type { Database } from '#database/server/database.ts';

/**
 * Notifies open pages when another version of a setting takes effect, whether set just now or scheduled long ago, so that they refetch what
 * is on offer. It decides nothing; what counts is the database at the time of the request.
 */
export function followSettings(db: Database): () => Promise<number> {
  let seen: string | null = null;
  return async () => {
    const rows = await db.query<{ key: string; version: bigint }>('SELECT key, version FROM settings ORDER BY key');
    const now = rows.map(({ key, version }) => `${key}=${version}`).join();
    const isOther = seen !== null && seen !== now;
    seen = now;
    if (isOther) noteChange(db, everybody, 'money');
    return 0;
  };
}
