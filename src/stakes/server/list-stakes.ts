import type { Sql } from '#database/server/database.ts';
import type { CallRequest, Page } from '#http/server/serve.ts';
import { stateOf } from '#positions/registry.ts';
import { listPositions } from '#positions/server/list-positions.ts';
import type { listStakes as contract, Stake } from '../contract.ts';
import { presentStake } from './present-stake.ts';

/** The customer's stakes that started in the span, filtered and ordered as requested. */
export function listStakes(
  sql: Sql,
  request: Pick<CallRequest<typeof contract>, 'investor' | 'query'>,
): Promise<Page<Stake>> {
  const { status, days, order } = request.query;
  return listPositions(sql, 'stake', request, presentStake, {
    state: status === 'all' ? undefined : (stateOf('stake', status) ?? undefined),
    days,
    order: order === 'newest' ? undefined : order,
  });
}
