import { openDatabase } from '#database/server/database.ts';
import { readStamp } from '#database/server/installation-mode.ts';
import { migrate } from '#database/server/migrate.ts';
import { transaction } from '#database/server/transaction.ts';
import { atPlace } from '../as-command.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { readMode } from '../find-installation.ts';
import { recordAction } from '../record-action.ts';

/**
 * Migrates the database as its owner. The server cannot: its login owns nothing. The built-in database is migrated by the program that
 * starts it.
 */
export const migrateDatabase = atPlace({
  name: 'migrate',
  params: {},
  summary:
    'Migrate the database of DATABASE_MIGRATE_URL, its owner’s login, to this version of Lastro; the first time with MODE',
  async runAt({ operator, env }) {
    const url = env.DATABASE_MIGRATE_URL;
    if (!url) {
      const sentence =
        'DATABASE_MIGRATE_URL is not set: set it to the login of the database’s owner. The built-in database needs none; npm start migrates it.';
      throw new CommandRefused('no_owner', sentence);
    }
    const applied = await bringUp(url, readMode(env));
    const db = openDatabase({ url, connections: 1 });
    try {
      const mode = await readStamp(db);
      await transaction(db, (tx) =>
        recordAction(tx, { operator, action: 'migrate', details: { migrations: applied.length, mode: String(mode) } }),
      );
      return {
        lines: [`This database is in mode ${mode}. Migrations applied: ${applied.join(', ') || 'none'}.`],
        json: { mode, applied },
      };
    } finally {
      await db.close();
    }
  },
});

/** MODE may be omitted only if the database is already stamped. */
async function bringUp(url: string, said: ReturnType<typeof readMode>): Promise<string[]> {
  if (said) return migrate(url, { mode: said });
  const mode = await readStampAt(url);
  if (mode) return migrate(url, { mode });
  const sentence =
    'MODE is not set: say once what this database is for, MODE=production or MODE=sandbox; it cannot be changed later.';
  throw new CommandRefused('mode_unknown', sentence);
}

async function readStampAt(url: string): Promise<ReturnType<typeof readMode>> {
  const db = openDatabase({ url, connections: 1 });
  try {
    return await readStamp(db);
  } finally {
    await db.close();
  }
}
