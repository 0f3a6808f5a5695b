import { entryId, makeEntryPage, readEntryCursor } from '#ledger/server/entry-place.ts';
import { type EntryRow, valuesOf } from '#ledger/server/entry-store.ts';
import { micros, type Percent, toJsonNumber } from '#money/money.ts';
import { readOwedAwards } from '#network/server/award-store.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { makePage, readCursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { CallRequest, Page } from '#http/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import { type Product, productOf, wireName } from '#positions/registry.ts';
import type { Accrual, listAccruals as listAccrualsContract } from '../contract.ts';
import { figureRules } from '../figures.ts';
import { runningSql } from './accrual-sql.ts';
import { requireFigure, requireOwner } from './require-owner.ts';

type AccrualRequest = Pick<CallRequest<typeof listAccrualsContract>, 'investor' | 'params' | 'query'>;

/** Lists what was earned but not yet paid by the end of the span, newest first, with everything each amount is computed from. */
export async function listAccruals(sql: Sql, request: AccrualRequest): Promise<Page<Accrual>> {
  requireOwner(request.investor, request.params);
  const rule = figureRules[requireFigure(request.params.figure)];
  if (!('accruals' in rule)) throw refusePlatform('not_found');
  const source = rule.accruals;
  if (source === 'bonus' || source === 'residual') return listOwed(sql, request, source);
  const product = productOf(source);
  if (!product) throw refusePlatform('not_found');
  return listRunning(sql, request, product);
}

interface RunningRow extends EntryRow {
  reference: string;
  starts_at: Date;
  ends_at: Date;
  promised: bigint;
  /** Null if the position no longer exists. */
  percentage: bigint | null;
}

async function listRunning(sql: Sql, { investor, query }: AccrualRequest, product: Product): Promise<Page<Accrual>> {
  const asked = { owner: investor.id, before: readEntryCursor(query.after), span: readSpan(query), limit: query.limit };
  const rows = await sql.query<RunningRow>(runningSql, [...valuesOf(asked), product]);
  return makeEntryPage(rows, query.limit, (row) => ({
    Id: entryId(row),
    Source: wireName(product),
    Reference: row.reference,
    Start: row.starts_at.toISOString(),
    End: row.ends_at.toISOString(),
    Amount: toJsonNumber(micros(row.amount)),
    Promised: toJsonNumber(micros(row.promised)),
    Percentage: toJsonNumber((row.percentage ?? 0n) as Percent),
  }));
}

async function listOwed(
  sql: Sql,
  { investor, query }: AccrualRequest,
  source: 'bonus' | 'residual',
): Promise<Page<Accrual>> {
  const awards = await readOwedAwards(
    sql,
    { beneficiaryId: investor.id, kind: source, span: readSpan(query) },
    readCursor(query.after),
    query.limit,
  );
  return makePage(
    awards,
    query.limit,
    ({ dueAt, id }) => ({ at: dueAt, id }),
    ({ id, dueAt, base, percentage, cut }) => ({
      Id: id,
      Source: source,
      Reference: id,
      Start: dueAt.toISOString(),
      End: dueAt.toISOString(),
      Amount: toJsonNumber(base),
      Promised: 0,
      Percentage: toJsonNumber(percentage),
      Cut: toJsonNumber(cut),
    }),
  );
}
