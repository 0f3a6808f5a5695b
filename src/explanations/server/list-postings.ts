import { makeEntryPage, readEntryCursor } from '#ledger/server/entry-place.ts';
import { type EntryQuery, readEntries } from '#ledger/server/entry-store.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Sql } from '#database/server/database.ts';
import type { CallRequest, Page } from '#http/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { ExplainedPosting, listExplainedPostings, listPositionPostings as ofPosition } from '../contract.ts';
import { ofMembers } from '../figures.ts';
import { awardSql, figureSql, keysOf, memberSql, positionSql, presentPosting } from './posting-store.ts';
import { requireMember } from './read-member.ts';
import { requireAddress, requirePosition } from './read-position.ts';
import { requireFigure, requireOwner } from './require-owner.ts';

/** Lists the entries that sum to a figure, newest first. A figure that is a sum of other figures has no entries of its own. */
export async function listPostings(
  sql: Sql,
  { investor, params, query }: Pick<CallRequest<typeof listExplainedPostings>, 'investor' | 'params' | 'query'>,
): Promise<Page<ExplainedPosting>> {
  requireOwner(investor, params);
  const text = figureSql.get(requireFigure(params.figure));
  if (!text) throw refusePlatform('not_found');
  const entries = await readEntries(sql, text, entryQuery(investor.id, query));
  return makeEntryPage(entries, query.limit, presentPosting);
}

/** Lists every ledger entry of one position or award, or of all awards that are due to a member, newest first. */
export async function listPositionPostings(
  sql: Sql,
  { investor, params, query }: Pick<CallRequest<typeof ofPosition>, 'investor' | 'params' | 'query'>,
): Promise<Page<ExplainedPosting>> {
  requireOwner(investor, params);
  const page = entryQuery(investor.id, query);
  if (params.figure === ofMembers) {
    const memberId = await requireMember(sql, investor, params.id);
    const entries = await readEntries(sql, memberSql, page, memberId);
    return makeEntryPage(entries, query.limit, presentPosting);
  }
  const address = requireAddress(params);
  const { product, id } = address;
  const [entries] = await Promise.all([
    product ? readEntries(sql, positionSql, page, keysOf(product, id)) : readEntries(sql, awardSql, page, id),
    requirePosition(sql, investor, address),
  ]);
  return makeEntryPage(entries, query.limit, presentPosting);
}

function entryQuery(owner: string, query: CallRequest<typeof ofPosition>['query']): EntryQuery {
  return { owner, before: readEntryCursor(query.after), span: readSpan(query), limit: query.limit };
}
