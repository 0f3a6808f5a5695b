import { type Percent, toJsonNumber } from '#money/money.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import type { ImportRecord } from '#payouts/server/withdraw-import.ts';
import type { listImports } from '#console/feeds-contract.ts';

/** An import as the desk's list shows it. */
export function presentImport(row: ImportRecord): AnswerOf<typeof listImports>[number] {
  return {
    Id: Number(row.id),
    Product: row.product,
    Operations: row.operations,
    Payout: toJsonNumber(row.payout as Percent),
    First: row.first.toISOString(),
    Last: row.last.toISOString(),
    Made: row.madeAt.toISOString(),
    By: row.madeBy,
    Withdrawn: row.withdrawnAt?.toISOString() ?? null,
  };
}
