import { type Micros, usd } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import { transaction } from '#database/server/transaction.ts';
import type { World } from '#testing/server/world.ts';

/** Inserts many customers directly, without registration, each with this balance. Returns their ids. */
export function manyCustomers(world: World, count: number, balance: string): Promise<string[]> {
  return transaction(world.db, async (tx) => {
    const rows = await tx.query<{ id: string }>(
      `WITH drawn AS (SELECT gen_random_uuid() AS id FROM generate_series(1, $1::int))
       INSERT INTO customers (id, email, name, phone, birth, password_hash, code, terms_accepted_at, terms_version)
       SELECT id, id || '@example.com', 'Ana Souza', '+5511987654321', '1990-05-17', 'none', id::text, now(), '1' FROM drawn
       RETURNING id`,
      [count],
    );
    const ids = rows.map(({ id }) => id);
    await tx.query(
      `SELECT ledger.post_one('test:' || id, 'test_money', id, NULL, $2, '{funding}', '{balance}', ARRAY[$3::bigint])
       FROM unnest($1::uuid[]) AS id`,
      [ids, world.now, usd(balance)],
    );
    return ids;
  });
}

/** Opens a stake of thirty days at ten per cent for each of these customers. */
export async function openForAll(world: World, customers: readonly string[], amount: Micros): Promise<void> {
  await transaction(world.db, (tx) =>
    tx.query(
      `SELECT open_position('stake', gen_random_uuid(), id, $2, 10000000, $2::bigint / 10, $3, $4) FROM unnest($1::uuid[]) AS id`,
      [customers, amount, world.now, addDays(world.now, 30)],
    ),
  );
}
