import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cursor, readCursor } from '#http/server/cursor.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { countLooks } from '#testing/server/count-looks.ts';
import { type TestInvestor, type World, openWorld } from '#testing/server/world.ts';
import type { TransferDirection } from '#wallet/contract.ts';
import { listTransferRows } from './transfer-rows.ts';

const page = 51;
let world: World;
let busy: TestInvestor;

/**
 * One customer with three thousand transfers, one in twenty a withdrawal. PostgreSQL's statistics cover only two thousand other customers
 * with one transfer each.
 */
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

const read = (direction?: TransferDirection, cursor: Cursor = readCursor(undefined)) =>
  countLooks(world.db, 'broker_transfers', (tx) =>
    listTransferRows(tx, { customerId: busy.id, direction }, cursor, page),
  );

test.each([undefined, 'deposit', 'withdrawal'] as const)(
  '[R6] a page of a customer’s very many transfers reads no more than the page: %s',
  async (direction) => {
    const first = await read(direction);
    const [last] = first.answer.slice(-1).map(({ created_at: at, id }) => ({ at: at.toISOString(), id }));
    const next = await read(direction, last);
    for (const { looked, answer } of [first, next]) {
      expect(answer).toHaveLength(page);
      expect(looked).toBeGreaterThanOrEqual(page);
      expect(looked).toBeLessThanOrEqual(2 * page);
    }
    // Rows are a minute apart, both ways or one: none is missing and none appears twice.
    const minutesApart = direction === 'withdrawal' ? [20] : direction === 'deposit' ? [1, 2] : [1];
    const moments = [...first.answer, ...next.answer].map(({ created_at: at }) => at.getTime() / 60_000);
    expect(new Set(moments.slice(1).map((at, n) => Math.round((moments[n] ?? 0) - at)))).toEqual(new Set(minutesApart));
  },
);
