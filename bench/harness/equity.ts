import { readEquity } from '#dashboard/server/read-equity.ts';
import { usd } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import { requireOne, type Tx } from '#database/server/database.ts';
import type { Investor } from '#http/server/investor.ts';
import { transaction } from '#database/server/transaction.ts';
import { type Product, products } from '#positions/registry.ts';
import { vaultTermsVersion } from '#primevault/terms-version.ts';
import type { Measured } from './measured.ts';

const [entries, positions, days, times] = [10_000, 500, 365, 30];

/** Measures a year of one busy customer: GET /api/equity over 365 days, without HTTP and session. */
export async function measureEquity({ ground: { db }, print }: Measured): Promise<void> {
  const now = new Date();
  const first = addDays(now, -days);
  const customer = await transaction(db, async (tx) => {
    await tx.query('SET LOCAL statement_timeout = 0');
    return live(tx, first, now);
  });
  const there = await requireOne<{ entries: bigint; positions: bigint }>(
    db,
    `SELECT (SELECT count(*) FROM ledger.entries WHERE owner = $1) AS entries, count(*) AS positions
     FROM positions WHERE customer_id = $1`,
    [customer],
  );
  const investor = { id: customer, now } as unknown as Investor;
  const query = { start: addDays(now, 1 - days).toISOString(), tz: 'America/Sao_Paulo' } as const;
  const figures: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const began = performance.now();
    const points = await readEquity(db, { investor, query });
    figures.push(performance.now() - began);
    if (points.length < days) throw new Error(`${points.length} points`);
  }
  const note = `${there.entries} entries, ${there.positions} positions`;
  print({ what: `equity of ${days} days of one customer`, figures, unit: 'ms', most: 20, note });
}

const openingOf = (
  product: Product,
): string => `WHEN '${product}' THEN (SELECT count(*) FROM open_position('${product}', id, $1, 1000000 + n * 37, rate,
  CASE WHEN rate IS NOT NULL THEN div((1000000 + n * 37)::numeric * rate, 100000000)::bigint END, at, at + term * interval '1 day'))`;

/**
 * Creates the customer's history in chronological order: deposits and a transfer into the bot's wallet, and positions of 30, 60, 90 and 180
 * days, paid when they end. A position with a promised yield is two entries when it opens and two when it ends.
 */
async function live(tx: Tx, first: Date, now: Date): Promise<string> {
  const { id } = await requireOne<{ id: string }>(
    tx,
    `INSERT INTO customers (id, email, email_confirmed_at, name, phone, birth, password_hash, code, terms_accepted_at, terms_version)
     SELECT id, 'busy' || id || '@example.net', now(), 'Busy', '+5511987654321', '1990-01-01', 'none', 'E' || id, now(), '1'
     FROM gen_random_uuid() AS id RETURNING id`,
  );
  const deposit = usd('1000');
  await tx.query('INSERT INTO vault_acceptances (customer_id, version, accepted_at) VALUES ($1, $3, $2)', [
    id,
    first,
    vaultTermsVersion,
  ]);
  await tx.query(
    `WITH brought AS (
       INSERT INTO broker_transfers (id, customer_id, direction, amount, currency, rate, fee, net, state, created_at, ended_at, due_at)
       VALUES (gen_random_uuid(), $1, 'deposit', $2::bigint, 'usdt', 1000000, 0, $2, 'settled', $3, $3, NULL) RETURNING id
     ) SELECT count(*) FROM brought,
       ledger.post_one('deposit:' || id || ':settled', 'deposit_settled', $1, id, $3, '{brokerage}', '{balance}', ARRAY[$2::bigint])`,
    [id, deposit, first],
  );
  await tx.query('INSERT INTO bot_subscriptions (customer_id, fee, subscribed_at) VALUES ($1, $2, $3)', [
    id,
    usd('100'),
    first,
  ]);
  await tx.query(
    `SELECT ledger.post_one('primezord:' || $1::uuid || ':subscribed', 'primezord_subscribed', $1, $1, $3, '{balance}', '{fees}', ARRAY[$2::bigint])`,
    [id, usd('100'), first],
  );
  await tx.query(
    `WITH moved AS (
       INSERT INTO bot_moves (id, customer_id, direction, amount, moved_at)
       VALUES (gen_random_uuid(), $1, 'deposited', $2, $3) RETURNING id
     ) SELECT count(*) FROM moved,
       ledger.post_one('primezord:' || id || ':deposited', 'primezord_deposited', $1, id, $3, '{balance}', '{zord}', ARRAY[$2::bigint])`,
    [id, usd('500'), first],
  );
  await tx.query(
    `INSERT INTO broker_transfers (id, customer_id, direction, amount, currency, rate, fee, net, state, created_at, ended_at, due_at)
     SELECT gen_random_uuid(), $1, 'deposit', $2::bigint, 'usdt', 1000000, 0, $2, 'settled', at, at, NULL
     FROM generate_series(1, $5::int) AS n, LATERAL (SELECT $3::timestamptz + n * ($4::timestamptz - $3) / ($5 + 1)) AS moment (at)`,
    [id, deposit, first, now, entries - positions * 3],
  );
  await tx.query(
    `SELECT CASE WHEN what = 'deposit' THEN (SELECT count(*) FROM
         ledger.post_one('deposit:' || id || ':settled', 'deposit_settled', $1, id, at, '{brokerage}', '{balance}', ARRAY[$5::bigint]))
       WHEN what = 'opened' THEN CASE product ${products.map(openingOf).join(' ')} END
       ELSE (SELECT count(*) FROM settle_positions(at, 1000)) END
     FROM (
       SELECT 'deposit' AS what, 0 AS n, id, created_at AS at, NULL AS product, NULL::bigint AS rate, NULL::int AS term
       FROM broker_transfers WHERE customer_id = $1 AND created_at > $2
       UNION ALL
       SELECT 'opened', n, gen_random_uuid(), $2::timestamptz + n * ($3::timestamptz - $2) / ($4::int + 1), p.product,
         CASE p.yield WHEN 'fixed' THEN 10000000 END, (ARRAY[30, 60, 90, 180])[1 + n / 4 % 4]
       FROM generate_series(1, $4::int) AS n JOIN (
         SELECT product, yield, row_number() OVER (ORDER BY product) - 1 AS at FROM products
       ) p ON p.at = n % (SELECT count(*) FROM products)
       UNION ALL
       SELECT 'settled', 0, NULL, $2::timestamptz + d * interval '1 day', NULL, NULL, NULL FROM generate_series(1, ${days}) AS d
       ORDER BY at OFFSET 0
     ) life`,
    [id, first.toISOString(), now.toISOString(), positions, deposit],
  );
  return id;
}
