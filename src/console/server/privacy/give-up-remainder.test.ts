import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readTreasury } from '#ledger/server/account-store.ts';
import { post } from '#ledger/server/post.ts';
import { madeUp } from '#ledger/server/testing/test-kinds.ts';
import { micros } from '#money/money.ts';
import { lastAction, lastroOf } from '#operator/server/testing/type-command.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { keepDays } from '#privacy/server/privacy-settings.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const longAgo = new Date('2015-01-01T12:00:00Z');

/** A customer with so many micro-dollars in the balance and in the bot's wallet, moved there long ago. */
async function left(balance: bigint, zord: bigint): Promise<TestInvestor> {
  const who = await world.investor();
  const given = { from: 'funding', to: 'balance', amount: micros(balance + zord) } as const;
  const toBot = { from: 'balance', to: 'zord', amount: micros(zord) } as const;
  await transaction(world.db, async (tx) => {
    const about = { kind: madeUp('test'), owner: who.id, reference: null };
    await post(tx, { ...about, key: uuidv7(), entries: [given] }, longAgo);
    if (zord > 0n) await post(tx, { ...about, key: uuidv7(), entries: [toBot] }, longAgo);
  });
  return who;
}

const erase = (who: TestInvestor) => lastroOf(world)(`customer erase ${who.email} --ground asked --json`);

const accountsOf = (who: TestInvestor) =>
  world.db.query('SELECT balance, zord FROM ledger.accounts WHERE owner = $1', [who.id]);

describe('less than one cent', () => {
  test.each([
    ['in the balance', 4_321n, 0n, '0.004321'],
    ['in the bot’s wallet', 0n, 1n, '0.000001'],
    ['in both', 9_000n, 999n, '0.009999'],
  ])('[R6] [L5] %s is given up to the treasury when its customer is erased', async (_, balance, zord, said) => {
    const who = await left(balance, zord);
    const before = await readTreasury(world.db);
    const { exit, out } = await erase(who);
    expect([exit, JSON.parse(out)]).toEqual([
      0,
      { outcome: 'erased_giving_up', customer: who.id, ground: 'asked', givenUp: said },
    ]);
    expect(await accountsOf(who)).toEqual([{ balance: 0n, zord: 0n }]);
    expect((await readTreasury(world.db)) - before).toBe(balance + zord);
    expect(await lastAction(world)).toMatchObject({
      action: 'customer erase',
      details: { customer: who.id, ground: 'asked', givenUp: said },
    });
  });

  test('[R6] given up is not a movement that the law’s period begins with', async () => {
    const who = await left(5n, 0n);
    await transaction(world.db, (tx) => writeSetting(tx, keepDays, 1825));
    expect((await erase(who)).exit).toBe(0);
    await transaction(world.db, (tx) => writeSetting(tx, keepDays, keepDays.standard('sandbox')));
  });
});

test('[R6] one cent in all accounts together is not given up: its customer is not erased', async () => {
  const who = await left(6_000n, 4_000n);
  const { exit, err } = await lastroOf(world)(`customer erase ${who.email} --ground asked`);
  expect([exit, err]).toEqual([1, expect.stringContaining('they still have one cent or more')]);
  expect(await accountsOf(who)).toEqual([{ balance: 6_000n, zord: 4_000n }]);
  expect((await who.get('/api/user')).statusCode).toBe(200);
  await expect(
    world.db.query('INSERT INTO given_up_remainders (customer_id, balance, zord) VALUES ($1, 6000, 4000)', [who.id]),
  ).rejects.toThrow('less_than_a_cent_is_given_up');
});

test('[R6] a customer with nothing is erased without a journal', async () => {
  const who = await world.investor();
  const { exit, out } = await erase(who);
  expect([exit, JSON.parse(out)]).toEqual([0, { outcome: 'erased', customer: who.id, ground: 'asked' }]);
  expect(await world.db.query('SELECT FROM ledger.journals WHERE owner = $1', [who.id])).toEqual([]);
});
