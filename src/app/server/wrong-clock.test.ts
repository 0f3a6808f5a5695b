import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sendFunds } from '#operator/server/fund-treasury.ts';
import { settleWithAuthority } from '#operator/server/owed-taxes.ts';
import { usd } from '#money/money.ts';
import type { Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { realClock } from '#platform/clock.ts';
import { refuseWithdrawal } from '#wallet/server/decide-withdrawal.ts';
import { endTransfer } from '#wallet/server/transfer-queue.ts';
import { openWorld, type World } from '#testing/server/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

const none = '0195f3a0-5b1c-7d2e-8f40-6a1b2c3d4e5f';

test.each<[what: string, post: (tx: Tx) => Promise<unknown>]>([
  ['the operator puts in', (tx) => sendFunds(tx, usd('1'))],
  ['goes to the tax authority', (tx) => settleWithAuthority(tx, usd('0'), 'pay')],
  ['returns with a refused withdrawal', (tx) => refuseWithdrawal(tx, none, 'none')],
  ['a transfer ends with', (tx) => endTransfer(tx, { id: none, customerId: none }, 'done')],
])('[L16] nothing that %s is dated by a database’s clock that is far ahead', async (_what, post) => {
  const machine = vi.spyOn(realClock, 'now').mockImplementation(() => new Date(Date.now() - 3_600_000));
  try {
    await expect(transaction(world.db, post)).rejects.toMatchObject({
      code: 'unavailable',
      status: 503,
      message: expect.stringMatching(/^the database's clock is 36\d\d s ahead/),
    });
  } finally {
    machine.mockRestore();
  }

  expect(await world.audit()).toEqual([]);
});
