import { micros, type Percent, toJsonNumber } from '#money/money.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { makePage, readCursor } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import type { CallRequest, Page } from '#platform/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { Accrual, listAccruals as listAccrualsContract } from '../contract.ts';
import { type AccruingSource, figureRules } from '../figures.ts';
import { accrualSql, owedSql } from './accrual-sql.ts';
import { readEntrySeal } from '#platform/server/entry-seal.ts';
import { makeTransferPage } from './place.ts';
import { requireFigure, requireOwner } from './require-owner.ts';

type AccrualRequest = Pick<CallRequest<typeof listAccrualsContract>, 'investor' | 'params' | 'query'>;

/** What had been earned and was not paid yet by the end of the span, newest first, with all that it is reckoned from. */
export async function listAccruals(sql: Sql, request: AccrualRequest): Promise<Page<Accrual>> {
  requireOwner(request.investor, request.params);
  const rule = figureRules[requireFigure(request.params.figure)];
  if (!('accruals' in rule)) throw refusePlatform('not_found');
  const source = rule.accruals;
  return source === 'bonus' || source === 'residual'
    ? listOwed(sql, request, source)
    : listRunning(sql, request, source);
}

interface RunningRow {
  id: bigint;
  reference: string;
  starts_at: Date;
  ends_at: Date;
  amount: bigint;
  promised: bigint;
  percentage: bigint;
}

async function listRunning(
  sql: Sql,
  { investor, query }: AccrualRequest,
  source: Exclude<AccruingSource, 'bonus' | 'residual'>,
): Promise<Page<Accrual>> {
  const { start, end } = readSpan(query);
  const seal = await readEntrySeal(sql, investor.id);
  const values = [investor.id, seal.readPlace(query.after), start, end, query.limit + 1];
  const rows = await sql.query<RunningRow>(accrualSql[source], values);
  return makeTransferPage(rows, query.limit, seal, (row) => ({
    Id: seal.nameOf(row.id),
    Source: source,
    Reference: row.reference,
    Start: row.starts_at.toISOString(),
    End: row.ends_at.toISOString(),
    Amount: toJsonNumber(micros(row.amount)),
    Promised: toJsonNumber(micros(row.promised)),
    Percentage: toJsonNumber(row.percentage as Percent),
  }));
}

interface OwedRow {
  id: string;
  due_at: Date;
  base: bigint;
  percentage: bigint;
  cut: bigint;
}

async function listOwed(
  sql: Sql,
  { investor, query }: AccrualRequest,
  source: 'bonus' | 'residual',
): Promise<Page<Accrual>> {
  const { start, end } = readSpan(query);
  const { at, id } = readCursor(query.after);
  const rows = await sql.query<OwedRow>(owedSql, [investor.id, source, start, end, at, id, query.limit + 1]);
  return makePage(
    rows,
    query.limit,
    (row) => ({ at: row.due_at, id: row.id }),
    (row) => ({
      Id: row.id,
      Source: source,
      Reference: row.id,
      Start: row.due_at.toISOString(),
      End: row.due_at.toISOString(),
      Amount: toJsonNumber(micros(row.base)),
      Promised: 0,
      Percentage: toJsonNumber(row.percentage as Percent),
      Cut: toJsonNumber(micros(row.cut)),
    }),
  );
}
