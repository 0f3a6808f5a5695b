import { refusePlatform } from '#platform/refusals.ts';
import type { Sql } from '#platform/server/database.ts';
import type { CallRequest, Page } from '#platform/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { ExplainedPosting, listExplainedPostings, listPositionPostings as ofPosition } from '../contract.ts';
import { type EntrySeal, readEntrySeal } from '#platform/server/entry-seal.ts';
import { makeTransferPage } from './place.ts';
import { readFigurePostings, readPositionPostings, presentPosting, type PostingQuery } from './posting-store.ts';
import { requirePosition } from './read-position.ts';
import { requireFigure, requireOwner } from './require-owner.ts';

/** The transfers that a figure is the sum of, newest first. A figure that is a sum of others has none of its own. */
export async function listPostings(
  sql: Sql,
  { investor, params, query }: Pick<CallRequest<typeof listExplainedPostings>, 'investor' | 'params' | 'query'>,
): Promise<Page<ExplainedPosting>> {
  requireOwner(investor, params);
  const figure = requireFigure(params.figure);
  const seal = await readEntrySeal(sql, investor.id);
  const rows = await readFigurePostings(sql, investor.id, figure, postingQuery(query, seal));
  if (!rows) throw refusePlatform('not_found');
  return makeTransferPage(rows, query.limit, seal, (row) => presentPosting(row, seal));
}

/** Everything that the ledger has of one position or award, newest first. */
export async function listPositionPostings(
  sql: Sql,
  { investor, params, query }: Pick<CallRequest<typeof ofPosition>, 'investor' | 'params' | 'query'>,
): Promise<Page<ExplainedPosting>> {
  requireOwner(investor, params);
  await requirePosition(sql, investor, params);
  const seal = await readEntrySeal(sql, investor.id);
  const rows = await readPositionPostings(sql, investor.id, params.id, postingQuery(query, seal));
  return makeTransferPage(rows, query.limit, seal, (row) => presentPosting(row, seal));
}

function postingQuery(query: CallRequest<typeof ofPosition>['query'], seal: EntrySeal): PostingQuery {
  return { span: readSpan(query), before: seal.readPlace(query.after), limit: query.limit };
}
