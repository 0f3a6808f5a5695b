import type { Sql } from '#database/server/database.ts';
import type { CallRequest, Page } from '#http/server/serve.ts';
import { listPositions } from '#positions/server/list-positions.ts';
import type { Investment, listInvestments as contract } from '../contract.ts';
import { presentInvestment } from './present-investment.ts';
import { requireBot } from './require-bot.ts';

/** The customer's investments that started in the span, newest first. */
export async function listInvestments(
  sql: Sql,
  request: Pick<CallRequest<typeof contract>, 'investor' | 'query'>,
): Promise<Page<Investment>> {
  const [page] = await Promise.all([
    listPositions(sql, 'primezord', request, presentInvestment),
    requireBot(sql, request.investor.id),
  ]);
  return page;
}
