import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { auditBooks, ledgerInvariants } from '#ledger/server/audit-books.ts';
import { backingInvariants } from '#ledger/server/backing.ts';
import { noSubscribers } from '#ledger/server/domain-events.ts';
import { percent, percentOf, roundDown, usd } from '#money/money.ts';
import { payoutInvariants } from '#payouts/server/payout-invariants.ts';
import { addDays } from '#platform/clock.ts';
import { transaction } from '#database/server/transaction.ts';
import { Refusal } from '#platform/refusal.ts';
import { importLines, line } from '#testing/server/import-lines.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { fixedProducts, isFixed, type Product, products, registry, tradedProducts } from '../registry.ts';
import { nobodyGuards } from '#database/server/guard-move.ts';
import { cancelPosition } from './cancel-position.ts';
import { openPosition } from './open-position.ts';
import type { Position } from './position-store.ts';
import { positionBackings } from './position-backings.ts';
import { positionInvariants } from './position-invariants.ts';
import { settlePositions } from './settle-positions.ts';
import { manyCustomers } from './testing/many-customers.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
// Only the core's rules: no customer here met a product's own preconditions.
const rules = [...ledgerInvariants, ...positionInvariants, ...payoutInvariants, ...backingInvariants(positionBackings)];
afterEach(async () => expect(await auditBooks(world.db, rules)).toEqual([]));
afterAll(() => world.close());

/** Creates a customer with 1000 in the product's source account. */
async function holder(product: Product): Promise<string> {
  const [id] = (await manyCustomers(world, 1, '1000')) as [string];
  if (registry[product].source === 'zord')
    await world.db.query(
      `SELECT ledger.post_one('test:zord:' || $1::uuid, 'test', $1, NULL, $2, '{balance}', '{zord}', ARRAY[1000000000])`,
      [id, world.now],
    );
  return id;
}

function open(customerId: string, product: Product, amount = usd('300')): Promise<Position> {
  const terms = { customerId, amount, startedAt: world.now, endsAt: addDays(world.now, 30) };
  const rate = percent('10');
  return transaction(world.db, async (tx) =>
    isFixed(product)
      ? openPosition(tx, { ...terms, product, rate, promised: percentOf(amount, rate, roundDown) })
      : openPosition(tx, { ...terms, product: product as 'copytrade' }),
  );
}

async function legsOf({ id, customerId, product }: Position, event: string): Promise<string[]> {
  const rows = await world.db.query<{ leg: string }>(
    `SELECT e.from_account || '>' || e.to_account || ' ' || e.amount / 1000000.0 AS leg
     FROM ledger.entries e
     WHERE e.key = $1 AND e.owner = $2 AND e.kind = $3 AND e.reference = $4 ORDER BY e.leg`,
    [`${product}:${id}:${event}`, customerId, `${product}_${event}`, id],
  );
  return rows.map(({ leg }) => leg.replace(/\.?0+$/, ''));
}

const accountsOf = async (customerId: string): Promise<object | undefined> =>
  (await world.db.query('SELECT invested, promised FROM ledger.accounts WHERE owner = $1', [customerId]))[0];

describe.each(fixedProducts)('%s', (product) => {
  const { source } = registry[product];

  test('[S7] opening locks the amount and sets the full profit aside; maturity pays both back', async () => {
    const position = await open(await holder(product), product);
    expect(await legsOf(position, 'opened')).toEqual([`${source}>invested 300`, 'treasury>promised 30']);
    world.forward(30);
    await settlePositions(world.db, world.now, noSubscribers);
    expect(await legsOf(position, 'matured')).toEqual([`invested>${source} 300`, `promised>${source} 30`]);
    expect(await accountsOf(position.customerId)).toEqual({ invested: 0n, promised: 0n });
  });
});

describe.each(tradedProducts)('%s', (product) => {
  const { source } = registry[product];

  test.each([
    ['won', ['2.5', '1.615226'], [`invested>${source} 300`, `trading>${source} 12.345678`]],
    ['lost', ['-7', '0.166667'], [`invested>${source} 279.500001`, 'invested>trading 20.499999']],
    ['made nothing', [], [`invested>${source} 300`]],
    ['lost everything, and more', ['-80', '-40'], ['invested>trading 300']],
  ])('[C3] [Z4] trading pays or receives what its operations %s', async (_what, payouts, legs) => {
    const position = await open(await holder(product), product);
    expect(await legsOf(position, 'opened')).toEqual([`${source}>invested 300`]);
    const lines = payouts.map((payout, n) => line(addDays(world.now, n / 10), payout, `${position.id}-${n}`));
    world.forward(30);
    await importLines(world.db, lines, { product, now: world.now, completeUntil: world.now });
    await settlePositions(world.db, world.now, noSubscribers);
    expect(await legsOf(position, 'matured')).toEqual(legs);
    expect(await accountsOf(position.customerId)).toEqual({ invested: 0n, promised: 0n });
  });
});

describe('early cancellation', () => {
  const leave = ({ id, customerId }: Position, now = world.now): Promise<Position> => {
    const refuseEnded = (): Refusal => new Refusal('stakes', 'stake_not_running', 409, {});
    return transaction(world.db, (tx) =>
      cancelPosition(
        tx,
        { id, customerId, session: '', approval: undefined, product: 'stake', now, refuseEnded },
        nobodyGuards,
        noSubscribers,
      ),
    );
  };

  test('[S7] refunds 60 %, takes 40 % as fee rounded down, and returns the profit to the treasury', async () => {
    const position = await open(await holder('stake'), 'stake', usd('300.000001'));
    expect((await leave(position)).state).toBe('canceled');
    expect(await legsOf(position, 'canceled')).toEqual([
      'invested>balance 180.000001',
      'invested>fees 120',
      'promised>treasury 30',
    ]);
    expect(await accountsOf(position.customerId)).toEqual({ invested: 0n, promised: 0n });
  });

  test('[S7] is refused once ended, at the exact end, and for anyone else', async () => {
    const position = await open(await holder('stake'), 'stake');
    await expect(leave(position, position.endsAt)).rejects.toMatchObject({ code: 'stake_not_running' });
    await expect(leave({ ...position, customerId: await holder('stake') })).rejects.toMatchObject({
      code: 'not_found',
    });
    await leave(position);
    await expect(leave(position)).rejects.toMatchObject({ code: 'stake_not_running' });
  });
});

test('[S7] refuses more than the accounts hold and leaves nothing behind', async () => {
  const customerId = await holder('stake');
  for (const product of products) {
    await expect(open(customerId, product, usd('1000.000001'))).rejects.toMatchObject({ code: 'insufficient_balance' });
  }
  expect(await world.db.query('SELECT FROM positions WHERE customer_id = $1', [customerId])).toEqual([]);
});

test('[S7] the agreed terms of a position never change, and its end is final', async () => {
  const position = await open(await holder('stake'), 'stake');
  const change = (what: string): Promise<unknown> =>
    world.db.query(`UPDATE positions SET ${what} WHERE id = $1`, [position.id]);
  for (const what of ['amount = amount + 1', 'promised = 1', `ends_at = ends_at - interval '1 day'`])
    await expect(change(what)).rejects.toMatchObject({ code: 'LB003' });
  world.forward(30);
  await settlePositions(world.db, world.now, noSubscribers);
  await expect(change(`state = 'running', closed_at = NULL`)).rejects.toMatchObject({ code: 'LB003' });
  await expect(world.db.query('DELETE FROM positions WHERE id = $1', [position.id])).rejects.toMatchObject({
    code: 'LB003',
  });
});
