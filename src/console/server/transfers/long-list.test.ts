import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cursor, readCursor } from '#platform/server/cursor.ts';
import { requireOne } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { type TestInvestor, type World, openWorld } from '#testing/server/world.ts';
import { listTransferRows } from './transfer-rows.ts';

const page = 51;
let world: World;
let busy: TestInvestor;

const looks = `SELECT idx_tup_fetch + seq_tup_read AS rows FROM pg_stat_xact_user_tables WHERE relid = 'broker_transfers'::regclass`;

/** Three thousand of one customer, one in twenty a withdrawal, beside two thousand customers who have one each and are all that PostgreSQL knows of. */
beforeAll(async () => {
  world = await openWorld();
  busy = await world.investor();
  const rows = `INSERT INTO broker_transfers (id, cell, customer_id, direction, amount, currency, rate, fee, net, state, created_at, ended_at)
    SELECT gen_random_uuid(), cell_of(owner), owner, CASE WHEN n % 20 = 0 THEN 'withdrawal' ELSE 'deposit' END, 20000000, 'usdt', 1000000,
      400000, 19600000, 'settled', now() - n * interval '1 minute', now()`;
  await askAsOwner(
    world.db.adminUrl,
    `SET session_replication_role = replica;
     ${rows} FROM (SELECT n, gen_random_uuid() AS owner FROM generate_series(1, 2000) n) AS others;
     ANALYZE;
     ${rows} FROM (SELECT n, '${busy.id}'::uuid AS owner FROM generate_series(1, 3000) n) AS many`,
  );
});
afterAll(() => world.close());

const read = (direction?: 'deposit' | 'withdrawal', cursor: Cursor = readCursor(undefined)) =>
  transaction(world.db, async (tx) => {
    const before = await requireOne<{ rows: bigint }>(tx, looks);
    const rows = await listTransferRows(tx, { customerId: busy.id, direction }, cursor, page);
    const after = await requireOne<{ rows: bigint }>(tx, looks);
    return { rows, looked: Number(after.rows - before.rows) };
  });

test('[R6] of a customer with very many transfers a page is read and not all, whichever way they went', async () => {
  for (const direction of [undefined, 'deposit', 'withdrawal'] as const) {
    const first = await read(direction);
    expect(first.rows).toHaveLength(page);
    expect(first.looked).toBeLessThanOrEqual(2 * page);
    const [last] = first.rows.slice(-1).map(({ created_at: at, id }) => ({ at: at.toISOString(), id }));
    const next = await read(direction, last);
    expect(next.rows).toHaveLength(page);
    expect(next.looked).toBeLessThanOrEqual(2 * page);
    expect(next.rows.every(({ created_at: at }) => at.toISOString() <= String(last?.at))).toBe(true);
  }
});

test('[R6] transfers of both ways are listed in one order, each once', async () => {
  const { rows } = await read();
  expect(new Set(rows.map(({ id }) => id)).size).toBe(page);
  expect(rows.map(({ created_at: at }) => at)).toEqual(
    rows.map(({ created_at: at }) => at).toSorted((a, b) => +b - +a),
  );
  expect(rows.filter(({ direction }) => direction === 'withdrawal')).toHaveLength(2);
});
