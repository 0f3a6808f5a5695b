import { type Percent, toJsonNumber } from '#money/money.ts';
import { makePage, readCursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { CallRequest, Page } from '#http/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { OperationSource } from '../contract.ts';
import type { listRecord as contract, RecordedOperation } from '../record-contract.ts';

interface OperationRow {
  id: string;
  opened_at: Date;
  happened_at: Date;
  asset: string;
  pair: string;
  payout: bigint;
  source: OperationSource;
}

/** Lists every operation of a product, newest first: the basis of its record. */
export async function listRecord(
  sql: Sql,
  { query }: Pick<CallRequest<typeof contract>, 'query'>,
): Promise<Page<RecordedOperation>> {
  const [span, cursor] = [readSpan(query), readCursor(query.after)];
  const rows = await sql.query<OperationRow>(
    `SELECT id, opened_at, happened_at, asset, pair, payout, source FROM operations
     WHERE product = $1 AND happened_at >= $2 AND happened_at < $3 AND (happened_at, id) < ($4, $5)
     ORDER BY happened_at DESC, id DESC LIMIT $6`,
    [query.product, span.start, span.end, cursor.at, cursor.id, query.limit + 1],
  );
  return makePage(rows, query.limit, ({ happened_at: at, id }) => ({ at, id }), presentRow);
}

function presentRow({ id, opened_at, happened_at, asset, pair, payout, source }: OperationRow): RecordedOperation {
  return {
    Id: id,
    Opened: opened_at.toISOString(),
    Date: happened_at.toISOString(),
    Asset: asset,
    Pair: pair,
    Payout: toJsonNumber(payout as Percent),
    Source: source,
  };
}
