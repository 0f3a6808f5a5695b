import { micros, toJsonNumber } from '#money/money.ts';
import { wholeCents } from '#money/shown.ts';
import type { Sql } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { fixedProducts } from '../registry.ts';
import type { Promises, readPromises as contract } from '../promises-contract.ts';

interface PromisedRow {
  /** Null: the row of what the ledger has set aside. */
  product: string | null;
  running: number;
  promised: bigint;
}

/** In one statement, so that both are from the same instant. */
export async function readPromises(
  sql: Sql,
  { investor }: Pick<CallRequest<typeof contract>, 'investor'>,
): Promise<Promises> {
  const rows = await sql.query<PromisedRow>(
    `SELECT product, count(*)::integer AS running, sum(promised)::bigint AS promised FROM positions
     WHERE customer_id = $1 AND state = 'running' AND rate IS NOT NULL GROUP BY product
     UNION ALL
     SELECT NULL, 0, promised FROM ledger.accounts WHERE owner = $1`,
    [investor.id],
  );
  const rowOf = (product: string | null) => rows.find((row) => row.product === product);
  return {
    Products: fixedProducts.map((product) => {
      const promised = micros(rowOf(product)?.promised ?? 0n);
      return {
        Product: product,
        Running: rowOf(product)?.running ?? 0,
        Promised: toJsonNumber(promised),
        Shown: toJsonNumber(wholeCents(promised)),
      };
    }),
    SetAside: toJsonNumber(micros(rowOf(null)?.promised ?? 0n)),
  };
}
