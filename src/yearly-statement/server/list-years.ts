import { requireOne, type Sql } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import type { AccountYear, readYears } from '../contract.ts';
import { firstYear, yearIn } from './year-span.ts';

/** Lists the years from the current one back to the customer's first. */
export async function listYears(
  sql: Sql,
  { investor }: Pick<CallRequest<typeof readYears>, 'investor'>,
): Promise<AccountYear[]> {
  const row = await requireOne<{ created_at: Date; first_at: Date | null; zone: string }>(
    sql,
    `SELECT c.created_at, (SELECT happened_at FROM ledger.journals WHERE owner = c.id
       ORDER BY happened_at, number LIMIT 1) AS first_at, house_zone() AS zone
     FROM customers c WHERE c.id = $1`,
    [investor.id],
  );
  const { zone } = row;
  const present = yearIn(zone, investor.now);
  const first = firstYear(zone, investor.now, row.created_at, row.first_at);
  return Array.from({ length: present - first + 1 }, (_, ago) => ({
    Year: present - ago,
    Until: ago === 0 ? investor.now.toISOString() : null,
  }));
}
