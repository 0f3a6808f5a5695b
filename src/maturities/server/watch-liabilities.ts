import { readTreasury } from '#ledger/server/account-store.ts';
import { type Micros, micros, toJsonNumber } from '#money/money.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Database, Sql } from '#database/server/database.ts';
import { keepFor } from '#platform/server/keep-for.ts';
import { gauge, gaugeBy } from '#telemetry/server/metrics.ts';
import { type Product, products } from '#positions/registry.ts';

/** What all customers are owed for running positions, by product. */
export interface OwedFigures {
  /** Locked principal. */
  principal: Record<Product, Micros>;
  /** Promised profit that is set aside. */
  promised: Record<Product, Micros>;
  /** Both, for what falls due within thirty days or is overdue. */
  dueIn30Days: Record<Product, Micros>;
}

interface DayRow {
  product: Product;
  amount: bigint;
  promised: bigint;
  soon: bigint;
}

/** Computed from the sums by day, of which there are as many as days, and the few lines not folded into them yet. */
export async function readOwedFigures(sql: Sql): Promise<OwedFigures> {
  const { now } = await readBusinessClock(sql);
  const rows = await sql.query<DayRow>(
    `SELECT product, sum(amount)::bigint AS amount, sum(promised)::bigint AS promised,
       coalesce(sum(amount + promised) FILTER (WHERE due_on <= ($1 AT TIME ZONE (SELECT house_zone()))::date + 30), 0)::bigint AS soon
     FROM (SELECT product, due_on, amount, promised FROM maturity_days
       UNION ALL SELECT product, due_on, amount, promised FROM maturity_changes) lines
     GROUP BY product`,
    [now],
  );
  const byProduct = (of: (row: DayRow) => bigint): Record<Product, Micros> =>
    Object.fromEntries(
      products.map((product) => {
        const row = rows.find((each) => each.product === product);
        return [product, micros(row ? of(row) : 0n)];
      }),
    ) as Record<Product, Micros>;
  return {
    principal: byProduct(({ amount }) => amount),
    promised: byProduct(({ promised }) => promised),
    dueIn30Days: byProduct(({ soon }) => soon),
  };
}

/** The database is queried at most this often, however often the metrics are scraped and by how many. */
const keptMs = 10_000;

/** Gauges of what is owed, in dollars for alarms to compare; the cents that a float loses do not matter here. */
export function watchLiabilities(db: Database): void {
  const read = keepFor(keptMs, () => readOwedFigures(db));
  const figure = (name: keyof OwedFigures) => async (): Promise<Record<string, number>> => {
    const sums = Object.entries((await read())[name]).map(([product, sum]) => [product, toJsonNumber(sum)]);
    return Object.fromEntries(sums);
  };
  gaugeBy('lastro_owed_usd', 'Principal locked in running positions.', 'product', figure('principal'));
  gaugeBy('lastro_promised_usd', 'Profit promised and set aside.', 'product', figure('promised'));
  gaugeBy(
    'lastro_due_30_days_usd',
    'Principal and promised profit falling due within 30 days.',
    'product',
    figure('dueIn30Days'),
  );
  gauge('lastro_treasury_usd', 'What the treasury has left to promise.', async () =>
    toJsonNumber(await readTreasury(db)),
  );
}
