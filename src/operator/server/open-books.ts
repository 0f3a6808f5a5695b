import { type Database, openDatabase, readOne } from '#platform/server/database.ts';
import { isLost } from '#platform/server/is-lost.ts';
import { CommandRefused } from './command.ts';
import type { Installation } from './find-installation.ts';

const noSuchTable = '42P01';
const refusedLogin = /^(28|3D)/;

/** Connects as the role that the product works as: an operator may post to the ledger, and change no entry of it. */
export async function openBooks({ databaseUrl, notRunning }: Installation): Promise<Database> {
  const asOwner = openDatabase({ url: databaseUrl, connections: 1 });
  try {
    await asOwner.query('SELECT FROM sandbox_clock');
    const found = await readOne<{ rolname: string }>(
      asOwner,
      `SELECT rolname FROM pg_roles WHERE rolname = 'lastro_app' AND pg_has_role(current_user, oid, 'MEMBER')`,
    );
    return openDatabase({ url: databaseUrl, connections: 4, role: found?.rolname });
  } catch (error) {
    throw asSentence(error, notRunning);
  } finally {
    await asOwner.close();
  }
}

function asSentence(error: unknown, notRunning: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === noSuchTable) return new CommandRefused('no_books', 'There is no Lastro in this database yet.');
  if (isLost(error) || code === 'ENOTFOUND' || refusedLogin.test(code)) {
    return new CommandRefused('not_running', notRunning);
  }
  return error;
}
