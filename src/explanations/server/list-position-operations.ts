import { type Percent, toJsonNumber } from '#money/money.ts';
import type { OperationSource } from '#payouts/contract.ts';
import { reaches } from '#payouts/server/list-operations.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { makePage, readCursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { CallRequest, Page } from '#http/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { ExplainedOperation, listPositionOperations as contract } from '../contract.ts';
import { isTraded } from '../figures.ts';
import { requireAddress, requirePosition } from './read-position.ts';
import { requireOwner } from './require-owner.ts';

interface OperationRow {
  id: string;
  opened_at: Date;
  happened_at: Date;
  asset: string;
  pair: string;
  payout: bigint;
  source: OperationSource;
}

/** Lists the individual operations that a position earned from, rather than the running sum that its profit is computed from. */
export async function listPositionOperations(
  sql: Sql,
  { investor, params, query }: Pick<CallRequest<typeof contract>, 'investor' | 'params' | 'query'>,
): Promise<Page<ExplainedOperation>> {
  requireOwner(investor, params);
  const address = requireAddress(params);
  if (!isTraded(address.name)) throw refusePlatform('not_found');
  const { start, end } = readSpan(query);
  const { at, id } = readCursor(query.after);
  const values = [address.id, investor.id, start, end, at, id, query.limit + 1];
  const [rows] = await Promise.all([
    sql.query<OperationRow>(operationsSql, values),
    requirePosition(sql, investor, address),
  ]);
  return makePage(
    rows,
    query.limit,
    (row) => ({ at: row.happened_at, id: row.id }),
    (row) => ({
      Id: row.id,
      Opened: row.opened_at.toISOString(),
      Date: row.happened_at.toISOString(),
      Asset: row.asset,
      Pair: row.pair,
      Payout: toJsonNumber(row.payout as Percent),
      Source: row.source,
    }),
  );
}

const operationsSql = `
  SELECT o.id, o.opened_at, o.happened_at, o.asset, o.pair, o.payout, o.source FROM positions p JOIN operations o ON ${reaches}
  WHERE p.id = $1 AND p.cell = cell_of($2) AND p.customer_id = $2 AND o.happened_at >= $3 AND o.happened_at < $4
    AND (o.happened_at, o.id) < ($5, $6)
  ORDER BY o.happened_at DESC, o.id DESC LIMIT $7`;
