import { importOperations } from '#payouts/server/import-operations.ts';
import { requireOne } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Measured } from './measured.ts';

/** Measures one copytrading operation, in which every running licence takes part. */
export async function measureOperation({ ground: { db }, runs, print }: Measured): Promise<void> {
  const { licences } = await requireOne<{ licences: bigint }>(
    db,
    `SELECT count(*) AS licences FROM positions WHERE product = 'copytrade' AND state = 'running'`,
  );
  const figures: number[] = [];
  for (let run = 0; run < Math.max(runs, 9); run += 1) {
    const now = new Date();
    const reference = `bench-${now.getTime()}-${run}`;
    const cells = { date: now.toISOString(), asset: 'Forex', pair: 'EUR/USD', payout: '0.25', reference };
    const began = performance.now();
    const { added } = await transaction(db, (tx) =>
      importOperations(tx, {
        product: 'copytrade',
        source: 'operator',
        lines: [{ line: 1, cells }],
        now,
        opensBefore: () => 0,
        bounds: null,
      }),
    );
    figures.push(performance.now() - began);
    if (added !== 1) throw new Error('the operation was known');
  }
  print({
    what: 'an operation over every copytrade licence',
    figures,
    unit: 'ms',
    most: 50,
    note: `${licences} licences`,
  });
}
