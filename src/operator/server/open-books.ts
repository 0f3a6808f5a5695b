import { connectDatabase } from '#database/server/connect-database.ts';
import type { Database } from '#database/server/database.ts';
import { codeOf, isLost } from '#database/server/is-lost.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import type { Installation } from './find-installation.ts';

const noSuchTable = '42P01';
const refusedLogin = /^(28|3D)/;

/** Connects with the product's own login: an operator may post to the ledger, but change no entry of it. */
export async function openBooks({ databaseUrl, notRunning }: Installation): Promise<Database> {
  const db = await connectDatabase({ url: databaseUrl, connections: 4 }).catch((error: unknown) => {
    throw asSentence(error, notRunning);
  });
  try {
    await db.query('SELECT FROM sandbox_clock');
    return db;
  } catch (error) {
    await db.close();
    throw asSentence(error, notRunning);
  }
}

function asSentence(error: unknown, notRunning: string): unknown {
  const code = codeOf(error);
  if (code === noSuchTable) return new CommandRefused('no_books', 'There is no Lastro in this database yet.');
  if (isLost(error) || code === 'ENOTFOUND' || refusedLogin.test(code)) {
    return new CommandRefused('not_running', notRunning);
  }
  return error;
}
