import { micros, toJsonNumber } from '#money/money.ts';
import { type Cursor, makePage, readCursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { CallRequest, Page } from '#http/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import { withheldTax } from '#positions/promised-profit.ts';
import { awaitsOperations } from '#positions/server/present-position.ts';
import { isFixed, wireName } from '#positions/registry.ts';
import type { Position } from '#positions/server/position-store.ts';
import type { listMaturities as contract, Maturity } from '../contract.ts';
import { readMaturities } from './maturity-store.ts';

/** Start of the first page: maturities are listed from now on, soonest first, not backwards (decision 16). */
export const soonest: Cursor = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

export async function listMaturities(
  sql: Sql,
  { investor, query }: Pick<CallRequest<typeof contract>, 'investor' | 'query'>,
): Promise<Page<Maturity>> {
  const cursor = query.after === undefined ? soonest : readCursor(query.after);
  const rows = await readMaturities(sql, investor.id, readSpan(query), cursor, query.limit + 1);
  return makePage(
    rows,
    query.limit,
    ({ endsAt, id }) => ({ at: endsAt, id }),
    (row) => presentMaturity(row, investor.now),
  );
}

function presentMaturity(position: Position, now: Date): Maturity {
  const { id, product, startedAt, endsAt, amount, promised, taxRate, result } = position;
  return {
    Id: id,
    Product: wireName(product),
    Start: startedAt.toISOString(),
    End: endsAt.toISOString(),
    Amount: toJsonNumber(amount),
    Profit: toJsonNumber(micros(promised + result)),
    Promised: isFixed(product),
    AwaitsOperations: awaitsOperations(position, now),
    ...(taxRate === null ? {} : { Withheld: toJsonNumber(withheldTax(promised, taxRate)) }),
  };
}
