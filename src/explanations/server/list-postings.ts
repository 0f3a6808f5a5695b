import { refusePlatform } from '#platform/refusals.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Asked, Page } from '#platform/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { ExplainedPosting, listExplainedPostings, listPositionPostings as ofPosition } from '../contract.ts';
import { makeTransferPage, readPlace } from './place.ts';
import { readFigurePostings, readPositionPostings, showPosting, type TransferWish } from './posting-store.ts';
import { requirePosition } from './read-position.ts';
import { requireFigure, requireOwner } from './require-owner.ts';

/** The transfers that a figure is the sum of, newest first. A figure that is a sum of others has none of its own. */
export async function listPostings(
  sql: Sql,
  { investor, params, query }: Pick<Asked<typeof listExplainedPostings>, 'investor' | 'params' | 'query'>,
): Promise<Page<ExplainedPosting>> {
  requireOwner(investor, params);
  const rows = await readFigurePostings(sql, investor.id, requireFigure(params.figure), wishOf(query));
  if (!rows) throw refusePlatform('not_found');
  return makeTransferPage(rows, query.limit, showPosting);
}

/** Everything that the ledger has of one position or award, newest first. */
export async function listPositionPostings(
  sql: Sql,
  { investor, params, query }: Pick<Asked<typeof ofPosition>, 'investor' | 'params' | 'query'>,
): Promise<Page<ExplainedPosting>> {
  requireOwner(investor, params);
  await requirePosition(sql, investor, params);
  const rows = await readPositionPostings(sql, investor.id, params.id, wishOf(query));
  return makeTransferPage(rows, query.limit, showPosting);
}

function wishOf(query: Asked<typeof ofPosition>['query']): TransferWish {
  return { span: readSpan(query), before: readPlace(query.after), limit: query.limit };
}
