import type { Sql } from '#database/server/database.ts';
import type { HouseAccount } from '../journal.ts';

/**
 * SQL for the kinds of events that move some accounts of the house. Written out, so that PostgreSQL sees that all of them are in the index
 * `journals_of_the_house`: these accounts keep no balance, and what they hold is summed up from journals.
 */
export async function kindsMoving(sql: Sql, accounts: readonly HouseAccount[]): Promise<string> {
  const rows = await sql.query<{ kind: string }>(
    'SELECT kind FROM ledger.kinds WHERE from_accounts || to_accounts && $1 ORDER BY kind',
    [accounts],
  );
  return `kind COLLATE "C" = ANY ('{${rows.map(({ kind }) => kind).join()}}')`;
}
