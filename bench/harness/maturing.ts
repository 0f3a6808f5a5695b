import { subscribers } from '#app/server/subscribers.ts';
import { percent, percentOf, roundDown, usd } from '#money/money.ts';
import { carryEverything } from '#network/server/carry-awards.ts';
import { transaction } from '#database/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { openPosition } from '#positions/server/open-position.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import { measurePgbench } from './measure.ts';
import type { Measured } from './measured.ts';

const termMs = 3_600_000;
const limitAt = { connections: 8, seconds: 5 };

/**
 * Positions that fall due together, ended as the jobs end them, compared with pgbench's transaction: for customers nobody brought, and for
 * network members.
 */
export async function measureMaturing(measured: Measured): Promise<void> {
  const { ground } = measured;
  const count = ground.size.maturing;
  await compare(measured, `maturing ${count} positions, nobody above`, 3, openAlone);
  await compare(measured, `maturing ${count} positions, three levels above`, 3, openInNetwork);
}

async function compare(
  { ground, programs, runs, print }: Measured,
  what: string,
  least: number,
  open: (measured: Measured['ground'], endsAt: Date) => Promise<number>,
): Promise<void> {
  const { db, size } = ground;
  const figures: number[] = [];
  const limits: number[] = [];
  for (let run = 0; run < (size.customers >= 1_000_000 ? 1 : runs); run += 1) {
    const endsAt = new Date(Date.now() + termMs);
    const opened = await open(ground, endsAt);
    await carryEverything(db, new Date(), subscribers);
    limits.push((await measurePgbench(programs.pgbench, ground.pgbenchUrl, limitAt)).perSecond);
    const began = performance.now();
    const settled = await settlePositions(db, endsAt, subscribers);
    await carryEverything(db, endsAt, subscribers);
    figures.push(settled / ((performance.now() - began) / 1000));
    if (settled < opened) throw new Error(`${settled} of ${opened} positions were settled`);
  }
  print({ what, figures, limits, unit: 'positions/s', limit: 'pgbench TPC-B-like', least });
}

/** Opens one position each for that many customers, or several each if there are fewer. */
async function openAlone({ db, size }: Measured['ground'], endsAt: Date): Promise<number> {
  for (let from = 0; from < size.maturing; from += 2_000) {
    await db.query(
      `SELECT count(*) FROM (
         SELECT bench.customer(1 + (n * 7919::bigint % $3)::int) AS owner FROM generate_series($1::int, $2::int) AS n ORDER BY 1 OFFSET 0
       ) p, open_position('stake', gen_random_uuid(), p.owner, 10000000, 10000000, 1000000, now(), $4)`,
      [from, Math.min(size.maturing, from + 2_000) - 1, size.customers, endsAt],
    );
  }
  return size.maturing;
}

const ofEach = 10;

/** Opens ten positions for each of a set of new fourth-level members with their own money, the way the product opens them. */
async function openInNetwork({ db, size }: Measured['ground'], endsAt: Date): Promise<number> {
  const members = Math.ceil(size.maturing / ofEach);
  const levels = [1, Math.ceil(members / 100), Math.ceil(members / 10), members];
  let above: string[] = [];
  for (const people of levels) above = await register(db, people, above);
  const [amount, rate] = [usd('10'), percent('10')];
  for (let from = 0; from < above.length; from += 200) {
    const owners = above.slice(from, from + 200).toSorted();
    await transaction(db, async (tx) => {
      const startedAt = new Date();
      for (const customerId of owners) {
        tx.send(bring, [uuidv7(), customerId, usd('100')]);
        await subscribers.onCapitalMoved(tx, { customerId, change: usd('100') });
        for (let n = 0; n < ofEach; n += 1) {
          const promised = percentOf(amount, rate, roundDown);
          openPosition(tx, { product: 'stake', customerId, amount, rate, promised, startedAt, endsAt });
        }
      }
    });
  }
  return members * ofEach;
}

/** A deposit settled by the brokerage. */
const bring = `WITH brought AS (
    INSERT INTO broker_transfers (id, customer_id, direction, amount, currency, rate, fee, net, state, created_at, ended_at, due_at)
    VALUES ($1, $2, 'deposit', $3, 'usdt', 1000000, 0, $3, 'settled', now(), now(), NULL) RETURNING id, customer_id, amount
  )
  SELECT count(*) FROM brought,
    ledger.post_one('deposit:' || id || ':settled', 'deposit_settled', customer_id, id, now(), '{brokerage}', '{balance}', ARRAY[amount])`;

async function register(db: Measured['ground']['db'], count: number, above: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `INSERT INTO customers (id, email, email_confirmed_at, name, phone, birth, password_hash, code, referrer_id, terms_accepted_at, terms_version)
     SELECT id, 'member' || id || '@example.net', now(), 'Member', '+5511987654321', '1990-01-01', 'none', 'N' || id,
       ($2::uuid[])[1 + n % greatest(cardinality($2::uuid[]), 1)], now(), '1'
     FROM (SELECT gen_random_uuid() AS id, n FROM generate_series(1, $1::int) AS n OFFSET 0) s RETURNING id`,
    [count, above],
  );
  return rows.map(({ id }) => id);
}
