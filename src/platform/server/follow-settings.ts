import { everybody, noteChange } from './changes.ts';
import type { Database } from './database.ts';

/**
 * Tells the pages that are open when a setting has become another, set just now or long ago for this moment: they read again what is on
 * offer. It decides nothing; what counts is what the database says at the moment of asking.
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
