/**
 * What a year of one busy customer costs: GET /api/equity over 365 days, of whom there are so many entries in the ledger and so many
 * positions of every product. Without HTTP and session.
 * `npx tsx bench/equity.ts [entries] [positions] [times]`
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEquity } from '#dashboard/server/read-equity.ts';
import { startEmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { usd } from '#money/money.ts';
import { fundTreasury } from '#operator/server/fund-treasury.ts';
import { reckonIndexFrom } from '#payouts/server/operation-store.ts';
import { addDays } from '#platform/clock.ts';
import { openDatabase } from '#platform/server/database.ts';
import type { Investor } from '#platform/server/investor.ts';
import { migrate } from '#platform/server/migrate.ts';
import { transaction } from '#platform/server/transaction.ts';
import { tradedProducts } from '#positions/registry.ts';

const [entries = 10_000, positions = 500, times = 30] = process.argv.slice(2).map(Number);
const days = 365;
const now = new Date();
const first = addDays(now, -days);

const dataDir = mkdtempSync(join(tmpdir(), 'lastro-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
await migrate(postgres.databaseUrl('lastro', 'lastro_owner'));
const db = openDatabase({ url: postgres.databaseUrl('lastro', 'lastro_app') });
const owner = openDatabase({ url: postgres.databaseUrl('lastro', 'lastro_owner') });
await owner.query(`SELECT ledger.add_kind('bench_wallet', '{balance>zord}')`);
await fundTreasury(db, usd('900000000'), 'bench');
const customer = randomUUID();

/** Four operations a day of each product that is traded. */
await transaction(db, async (tx) => {
  for (const product of tradedProducts) {
    await tx.query(
      `INSERT INTO operations (product, number, happened_at, asset, pair, payout, source, reference)
       SELECT $1, n, $2::timestamptz + n * interval '6 hours', 'Forex', 'EUR/USD', 1000000 - (n * 7919) % 1700000, 'operator', 'B' || n
       FROM generate_series(1, $3::int) AS n`,
      [product, first.toISOString(), days * 4],
    );
    await tx.query('UPDATE payout_feeds SET last_number = $2 WHERE product = $1', [product, days * 4]);
    await reckonIndexFrom(tx, product, first);
  }
});

/**
 * In the order of time, as a life goes: money from outside and into the bot's wallet, and positions of 30, 60, 90 and 180 days,
 * which are paid when they have ended. A position of a promised yield is two entries when it opens and two when it ends.
 */
await transaction(db, async (tx) => {
  await tx.query('SET LOCAL statement_timeout = 0');
  const deposit = (n: string, at: string): string =>
    `ledger.post('deposit:' || ${n} || ':settled', 'deposit_settled', $1, gen_random_uuid(), ${at}, '{brokerage}', '{balance}', '{1000000000}')`;
  await tx.query(`SELECT ${deposit(`'first'`, '$2::timestamptz')}`, [customer, first]);
  await tx.query(
    `SELECT ledger.post('bench:wallet', 'bench_wallet', $1, gen_random_uuid(), $2, '{balance}', '{zord}', '{500000000}')`,
    [customer, first],
  );
  const others = entries - positions * 3;
  await tx.query(
    `SELECT CASE WHEN what = 'deposit' THEN (SELECT count(*) FROM ${deposit('n', 'at')})
       WHEN what = 'opened' THEN (SELECT count(*) FROM open_position(gen_random_uuid(), $1, product, 1000000 + n * 37, rate,
         CASE WHEN rate IS NOT NULL THEN div((1000000 + n * 37)::numeric * rate, 100000000)::bigint END,
         at, at + term * interval '1 day'))
       ELSE (SELECT count(*) FROM settle_positions(cell_of($1), at, 1000)) END
     FROM (
       SELECT 'deposit' AS what, n, $2::timestamptz + n * ($3::timestamptz - $2) / ($4::int + 1) AS at,
         NULL AS product, NULL::bigint AS rate, NULL::int AS term FROM generate_series(1, $4::int) AS n
       UNION ALL
       SELECT 'opened', n, $2::timestamptz + n * ($3::timestamptz - $2) / ($5::int + 1), p.product,
         CASE p.yield WHEN 'fixed' THEN 10000000 END, (ARRAY[30, 60, 90, 180])[1 + n / 4 % 4]
       FROM generate_series(1, $5::int) AS n JOIN (
         SELECT product, yield, row_number() OVER (ORDER BY product) - 1 AS at FROM products
       ) p ON p.at = n % (SELECT count(*) FROM products)
       UNION ALL
       SELECT 'settled', d, $2::timestamptz + d * interval '1 day', NULL, NULL, NULL FROM generate_series(1, ${days}) AS d
       ORDER BY at OFFSET 0
     ) life`,
    [customer, first.toISOString(), now.toISOString(), others, positions],
  );
});
await owner.query('ANALYZE positions, payout_index, operations, ledger.journals');
await owner.close();

const [there] = await db.query<{ entries: bigint; positions: bigint; running: bigint }>(
  `SELECT (SELECT count(*) FROM ledger.entries WHERE owner = $1) AS entries, count(*) AS positions,
     count(*) FILTER (WHERE state = 'running') AS running FROM positions WHERE customer_id = $1`,
  [customer],
);
const investor = { id: customer, now } as unknown as Investor;
const query = { start: addDays(now, 1 - days).toISOString(), tz: 'America/Sao_Paulo' } as const;
const took: number[] = [];
for (let n = 0; n < times; n += 1) {
  const began = performance.now();
  const points = await readEquity(db, { investor, query });
  took.push(performance.now() - began);
  if (points.length < days) throw new Error(`${points.length} points`);
}
took.sort((one, other) => one - other);
console.log(
  `equity of ${days} days: ${there?.entries} entries, ${there?.positions} positions, ${there?.running} of them running`,
);
console.log(`median ${took[Math.floor(times / 2)]?.toFixed(1)} ms, best ${took[0]?.toFixed(1)} ms of ${times}`);

await db.close();
await postgres.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);
