import { micros, toJsonNumber } from '#money/money.ts';
import type { Sql } from '#platform/server/database.ts';
import type { EntrySeal } from '#platform/server/entry-seal.ts';
import type { Span } from '#platform/server/span.ts';
import type { ExplainedPosting } from '../contract.ts';
import { type FigureName, figureNames, figureRules } from '../figures.ts';
import { kindOf, movesSql } from './moves-sql.ts';

export interface PostingRow {
  id: bigint;
  kind: string;
  from_kind: string;
  to_kind: string;
  amount: bigint;
  happened_at: Date;
  reference: string | null;
}

/** What is asked for of a list of transfers. */
export interface PostingQuery {
  span: Span;
  before: bigint;
  limit: number;
}

/** A statement for each figure that is a sum of transfers. */
export const figureSql = new Map<FigureName, string>(
  figureNames.flatMap((name) => {
    const rule = figureRules[name];
    return 'moves' in rule ? [[name, movesSql(rule.moves)]] : [];
  }),
);

/** One more than `limit`, so that the reader knows whether there is a next page; null where the figure has none. */
export async function readFigurePostings(
  sql: Sql,
  customerId: string,
  figure: FigureName,
  { span, before, limit }: PostingQuery,
): Promise<PostingRow[] | null> {
  const text = figureSql.get(figure);
  return text ? sql.query<PostingRow>(text, [customerId, before, span.start, span.end, limit + 1]) : null;
}

export const positionSql = `
  SELECT t.id, j.kind, ${kindOf('t.from_account')} AS from_kind, ${kindOf('t.to_account')} AS to_kind,
    t.amount, t.happened_at, j.reference
  FROM ledger.journals j JOIN ledger.transfers t ON t.journal_id = j.id
  WHERE j.reference = $1 AND j.owner = $2 AND t.id < $3 AND t.happened_at >= $4 AND t.happened_at < $5
  ORDER BY t.id DESC LIMIT $6`;

/** Likewise, of everything that happened to one position or award. */
export function readPositionPostings(
  sql: Sql,
  customerId: string,
  reference: string,
  { span, before, limit }: PostingQuery,
): Promise<PostingRow[]> {
  return sql.query<PostingRow>(positionSql, [reference, customerId, before, span.start, span.end, limit + 1]);
}

export function presentPosting(row: PostingRow, seal: EntrySeal): ExplainedPosting {
  return {
    Id: seal.nameOf(row.id),
    Date: row.happened_at.toISOString(),
    Kind: row.kind,
    From: row.from_kind,
    To: row.to_kind,
    Amount: toJsonNumber(micros(row.amount)),
    Reference: row.reference,
  };
}
