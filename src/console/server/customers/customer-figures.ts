import type * as z from 'zod/mini';
import { listAccruals } from '#explanations/server/list-accruals.ts';
import { readExplanation } from '#explanations/server/read-explanation.ts';
import { readFigure } from '#explanations/server/read-figure.ts';
import { countAccrual } from '#explanations/recount.ts';
import { micros, toJsonNumber } from '#money/money.ts';
import type { ListQuery } from '#platform/pages.ts';
import type { Sql } from '#database/server/database.ts';
import type { Investor } from '#http/server/investor.ts';
import type { StaffPage } from '#staff/server/serve-staff.ts';
import type * as contract from '#console/customer-lists-contract.ts';

/** A figure as its owner's explanation gives it, with each part as its own screen shows it. */
export async function explainFigure(
  sql: Sql,
  investor: Investor,
  figure: string,
): Promise<z.output<typeof contract.readFigure.answer>> {
  const explained = await readExplanation(sql, { investor, params: { user: investor.id, figure } });
  const PartValues = await Promise.all(
    [...explained.Parts, ...explained.Less].map(async (Figure) => {
      const { shown } = await readFigure(sql, investor, Figure);
      const sign = explained.Less.includes(Figure) ? -1n : 1n;
      return { Figure, Value: toJsonNumber(micros(shown * sign)) };
    }),
  );
  return { ...explained, PartValues };
}

/** Earnings not yet paid, each with its value so far. */
export async function listFigureAccruals(
  sql: Sql,
  investor: Investor,
  figure: string,
  query: ListQuery,
): Promise<StaffPage<z.output<typeof contract.listFigureAccruals.answer>[number]>> {
  const { rows, next } = await listAccruals(sql, { investor, params: { user: investor.id, figure }, query });
  return { rows: rows.map((row) => ({ ...row, Value: toJsonNumber(countAccrual(row, investor.now)) })), next };
}
