import { makePage, readCursor } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import type { CallRequest, Page } from '#platform/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { Investment, listInvestments as listInvestmentsContract } from '../contract.ts';
import { investments } from './investment-store.ts';
import { requireBot } from './require-bot.ts';
import { presentInvestment } from './present-investment.ts';

/** The customer's investments that started in the span, newest first. */
export async function listInvestments(
  sql: Sql,
  { investor, query }: Pick<CallRequest<typeof listInvestmentsContract>, 'investor' | 'query'>,
): Promise<Page<Investment>> {
  await requireBot(sql, investor.id);
  const rows = await investments.readPage(sql, investor.id, readSpan(query), readCursor(query.after), query.limit);
  return makePage(
    rows,
    query.limit,
    (investment) => ({ at: investment.startedAt, id: investment.id }),
    (investment) => presentInvestment(investment, investor.now),
  );
}
