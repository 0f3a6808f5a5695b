import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { subscribers } from '#app/server/subscribers.ts';
import { post } from '#ledger/server/post.ts';
import { madeUp } from '#ledger/server/testing/test-kinds.ts';
import { usd } from '#money/money.ts';
import { carryAwards } from '#network/server/carry-awards.ts';
import { carryCauses } from '#network/server/carry-causes.ts';
import { lineage } from '#network/server/testing/lineage.ts';
import { carry, stake } from '#network/server/testing/report.ts';
import { atTheMachine } from '#commands/server/operator.ts';
import { recordAction } from '#operator/server/record-action.ts';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { transaction } from '#database/server/transaction.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import { eraseCustomer } from '#privacy/server/erase-customer.ts';
import { keepDays } from '#privacy/server/privacy-settings.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const erase = (who: TestInvestor) => lastroOf(world)(`customer erase ${who.email} --ground asked`);

/** Three members one below the other, and the last one's own. All but the last have no money. */
async function fourLevels(): Promise<[TestInvestor, TestInvestor, TestInvestor, TestInvestor]> {
  const line = await lineage(world, ['Top', 'Ana', 'Bia', 'Eva']);
  await world.bring(line[3] as TestInvestor, '300');
  return line as [TestInvestor, TestInvestor, TestInvestor, TestInvestor];
}

describe('[W2] [R6] nothing that somebody has earned is lost by erasing them', () => {
  test.each([
    ['is over and not settled', async () => {}],
    ['is settled, and nothing of it carried', () => settlePositions(world.db, world.now, subscribers)],
    [
      'is carried, and the award not paid',
      async () => {
        await settlePositions(world.db, world.now, subscribers);
        await carryCauses(world.db);
      },
    ],
  ])('while the position of a member up to three levels below %s', async (_, until) => {
    const above = await fourLevels();
    const [top, ana, bia] = above;
    await stake(above[3], 300);
    await carry(world);
    world.forward(30);
    await until();
    for (const who of [top, ana, bia]) {
      const { exit, err } = await erase(who);
      expect([exit, err]).toEqual([1, expect.stringMatching(/may owe them|owes them an award/)]);
    }
    await world.settle();
    // The bonus on what was invested, and each level's part of the profit of 30.
    expect([await bia.balance(), await ana.balance(), await top.balance()]).toEqual([15.9, 0.6, 0.3]);
    for (const who of [top, ana, bia]) expect((await erase(who)).err).toContain('they still have one cent or more');
  });

  test('what a member does further below is in nobody’s way', async () => {
    const [top, , , eva] = await fourLevels();
    const far = await world.investor({ broughtBy: eva, balance: '100' });
    await stake(far, 100);
    await carry(world);
    world.forward(30);
    expect((await erase(top)).exit).toBe(0);
    await world.settle();
  });
});

describe('[L5] [R6] nothing is paid to an erased customer', () => {
  test('by a journal of any kind', async () => {
    const who = await world.investor();
    expect((await erase(who)).exit).toBe(0);
    const about = { kind: madeUp('test'), owner: who.id, reference: null };
    const entries = [{ from: 'funding', to: 'balance', amount: usd('1') } as const];
    await expect(
      transaction(world.db, (tx) => post(tx, { ...about, key: `test:${who.id}`, entries }, world.now)),
    ).rejects.toMatchObject({ code: 'account_erased' });
  });

  test('by an award that somebody below earns while they are erased', async () => {
    const ana = await world.investor();
    const bia = await world.investor({ broughtBy: ana, balance: '300' });
    await stake(bia, 300);
    await carry(world);
    await transaction(world.db, async (tx) => {
      const asked = { customerId: ana.id, email: ana.email, keepDays: 0, now: world.now };
      expect(await eraseCustomer(tx, asked)).toEqual({ obstacles: [], givenUp: 0n });
      world.forward(30);
      await settlePositions(world.db, world.now, subscribers);
      expect(await carryAwards(world.db, world.now, subscribers)).toBe(0);
      const details = { customer: ana.id, ground: 'asked' };
      await recordAction(tx, { operator: atTheMachine('a test'), action: 'customer erase', details });
    });
    expect(await carry(world)).toBeGreaterThan(0);
    const due = 'SELECT FROM network_awards WHERE beneficiary_id = $1 AND due_at IS NOT NULL';
    expect(await world.db.query(due, [ana.id])).toEqual([]);
    expect(await world.db.query('SELECT FROM ledger.journals WHERE owner = $1', [ana.id])).toEqual([]);
  });
});

test('[R6] unless the operator says otherwise, real customers are kept for the five years of the law', () => {
  expect([keepDays.standard('production'), keepDays.standard('sandbox')]).toEqual([1827, 0]);
});
