import { amountOf } from '#money/amount.ts';
import type { Sql } from '#database/server/database.ts';
import type { CallRequest, Page } from '#http/server/serve.ts';
import { listPositions } from '#positions/server/list-positions.ts';
import { stateOf } from '#positions/registry.ts';
import type { Investment, listInvestments as contract } from '../contract.ts';
import { presentInvestment } from './present-investment.ts';

type ListRequest = Pick<CallRequest<typeof contract>, 'investor' | 'query'>;

/** The customer's vault investments that started in the span, filtered and ordered as requested (V1). */
export function listInvestments(sql: Sql, request: ListRequest): Promise<Page<Investment>> {
  const { status, min, max, order } = request.query;
  return listPositions(sql, 'primevault', request, presentInvestment, {
    state: status === 'all' ? undefined : (stateOf('primevault', status) ?? undefined),
    least: min === undefined ? undefined : amountOf(min),
    most: max === undefined ? undefined : amountOf(max),
    order: order === 'none' ? undefined : order,
  });
}
