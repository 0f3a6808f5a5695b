import { makePage, readCursor } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import type { CallRequest, Page } from '#platform/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import { readPositionPage } from '#positions/server/position-store.ts';
import type { Investment, listInvestments as listInvestmentsContract } from '../contract.ts';
import { presentInvestment } from './present-investment.ts';
import { requireBot } from './require-bot.ts';

/** The customer's investments that started in the span, newest first. */
export async function listInvestments(
  sql: Sql,
  { investor, query }: Pick<CallRequest<typeof listInvestmentsContract>, 'investor' | 'query'>,
): Promise<Page<Investment>> {
  const wanted = { customerId: investor.id, product: 'primezord', span: readSpan(query) } as const;
  const [positions] = await Promise.all([
    readPositionPage(sql, wanted, readCursor(query.after), query.limit),
    requireBot(sql, investor.id),
  ]);
  return makePage(
    positions,
    query.limit,
    (position) => ({ at: position.startedAt, id: position.id }),
    (position) => presentInvestment(position, investor.now),
  );
}
