import { makePage, readCursor } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import type { CallRequest, Page } from '#platform/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { listStakes as listStakesContract, Stake } from '../contract.ts';
import { presentStake } from './present-stake.ts';
import { readStakePage } from './stake-store.ts';

/** The customer's stakes that started in the span, newest first. */
export async function listStakes(
  sql: Sql,
  { investor, query }: Pick<CallRequest<typeof listStakesContract>, 'investor' | 'query'>,
): Promise<Page<Stake>> {
  const stakes = await readStakePage(sql, investor.id, readSpan(query), readCursor(query.after), query.limit);
  return makePage(
    stakes,
    query.limit,
    (stake) => ({ at: stake.startedAt, id: stake.id }),
    (stake) => presentStake(stake, investor.now),
  );
}
