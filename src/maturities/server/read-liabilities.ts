import { type AccountKind } from '#ledger/journal.ts';
import { readTreasury, sumAccounts } from '#ledger/server/account-store.ts';
import { type Micros, micros, sum } from '#money/money.ts';
import type { Tx } from '#database/server/database.ts';
import { type Product, products } from '#positions/registry.ts';
import { resultSql } from '#positions/server/position-store.ts';

/** What running positions owe, for a product or a month. */
export interface Owed {
  positions: number;
  principal: Micros;
  promised: Micros;
  /** Result so far, by known operations, of positions without a promise. */
  result: Micros;
}

/** One account kind of the ledger, compared with the sum of the positions. */
export interface Comparison {
  account: AccountKind;
  ledger: Micros;
  positions: Micros;
}

export interface Liabilities {
  /** What customers hold, by the ledger's account kinds. */
  held: Map<AccountKind, Micros>;
  treasury: Micros;
  products: Map<Product, Owed>;
  /** By month of the house (`2026-03`), soonest first. */
  months: Map<string, Owed>;
  comparisons: Comparison[];
}

interface OwedRow {
  product: Product;
  month: string;
  positions: number;
  principal: bigint;
  promised: bigint;
  result: bigint;
}

/**
 * Returns what is owed, when, and what backs it, from every running position and the whole ledger. For the operator, in a transaction with
 * a single snapshot.
 */
export async function readLiabilities(tx: Tx): Promise<Liabilities> {
  const rows = await tx.query<OwedRow>(
    `SELECT product, to_char(ends_at AT TIME ZONE (SELECT house_zone()), 'YYYY-MM') AS month, count(*)::integer AS positions,
       sum(amount)::bigint AS principal, sum(promised)::bigint AS promised, sum(${resultSql})::bigint AS result
     FROM positions WHERE state = 'running' GROUP BY 1, 2 ORDER BY 2`,
  );
  const held = new Map((await sumAccounts(tx)).map(({ kind, balance }) => [kind, balance]));
  const byProduct = new Map(products.map((product) => [product, add(rows.filter((row) => row.product === product))]));
  const months = [...new Set(rows.map(({ month }) => month))];
  return {
    held,
    treasury: await readTreasury(tx),
    products: byProduct,
    months: new Map(months.map((month) => [month, add(rows.filter((row) => row.month === month))])),
    comparisons: compare(held, [...byProduct.values()]),
  };
}

function add(rows: readonly OwedRow[]): Owed {
  return {
    positions: rows.reduce((count, row) => count + row.positions, 0),
    principal: sum(rows.map((row) => micros(row.principal))),
    promised: sum(rows.map((row) => micros(row.promised))),
    result: sum(rows.map((row) => micros(row.result))),
  };
}

function compare(held: Liabilities['held'], owed: readonly Owed[]): Comparison[] {
  const compared = (account: 'invested' | 'promised', positions: readonly Micros[]): Comparison => ({
    account,
    ledger: held.get(account) ?? micros(0n),
    positions: sum(positions),
  });
  return [
    compared(
      'promised',
      owed.map(({ promised }) => promised),
    ),
    compared(
      'invested',
      owed.map(({ principal }) => principal),
    ),
  ];
}
