import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { transaction } from '#database/server/transaction.ts';
import { readBalance, readTreasury, sumAccounts } from './account-store.ts';
import { post, sendPost } from './post.ts';
import { at } from './testing/build-ledger.ts';
import { entry, type LedgerWorld, openLedger } from './testing/ledger-world.ts';
import { madeUp } from './testing/test-kinds.ts';

let ledger: LedgerWorld;
beforeAll(async () => void (ledger = await openLedger()));
afterEach(async () => expect(await ledger.audit()).toEqual([]));
afterAll(() => ledger.db.close());

const made = (owner: string) => ({ key: `test:${crypto.randomUUID()}`, kind: madeUp('test'), owner, reference: null });

describe('post', () => {
  test('[S7] moves money between two accounts and records both resulting balances', async () => {
    const ana = await ledger.customer('500.00');
    await ledger.move(ana, [entry('balance', 'invested', '300')]);
    expect(await readBalance(ledger.db, ana)).toBe(usd('200'));
    expect(await readBalance(ledger.db, ana, 'invested')).toBe(usd('300'));
    const rows = await ledger.db.query(
      'SELECT from_balance, to_balance FROM ledger.entries WHERE owner = $1 AND number = 2',
      [ana],
    );
    expect(rows).toEqual([{ from_balance: usd('200'), to_balance: usd('300') }]);
  });

  test('[S7] records the balance after each entry of an event that passes through an account twice, in the order of its kind', async () => {
    const ana = await ledger.customer('10');
    await ledger.move(ana, [entry('balance', 'held', '4'), entry('held', 'fees', '1'), entry('held', 'balance', '2')]);
    const rows = await ledger.db.query(
      'SELECT from_balance, to_balance FROM ledger.entries WHERE owner = $1 AND number = 2 ORDER BY leg',
      [ana],
    );
    expect(rows).toEqual([
      { from_balance: usd('6'), to_balance: usd('4') },
      { from_balance: usd('2'), to_balance: usd('8') },
      { from_balance: usd('1'), to_balance: null },
    ]);
  });

  test('[S7] refuses to take more than there is, and leaves nothing of the journal', async () => {
    const ana = await ledger.customer('100.00');
    await expect(
      ledger.move(ana, [entry('balance', 'invested', '60'), entry('balance', 'fees', '40.000001')]),
    ).rejects.toMatchObject({ code: 'insufficient_balance', status: 422 });
    expect(await readBalance(ledger.db, ana)).toBe(usd('100'));
    expect(await readBalance(ledger.db, ana, 'invested')).toBe(0n);
  });

  test('[S7] refuses the same when not awaited, and rolls back the whole transaction', async () => {
    const ana = await ledger.customer('10');
    const failing = transaction(ledger.db, async (tx) => {
      sendPost(tx, { ...made(ana), entries: [entry('balance', 'held', '10')] }, at);
      sendPost(tx, { ...made(ana), entries: [entry('balance', 'held', '1')] }, at);
    });
    await expect(failing).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await readBalance(ledger.db, ana)).toBe(usd('10'));
  });

  test('[F4] moves money once for an event posted twice, and returns the first journal', async () => {
    const ana = await ledger.customer();
    const key = `test:${ana}:once`;
    const first = await ledger.move(ana, [entry('brokerage', 'balance', '10')], key);
    await ledger.move(ana, [entry('balance', 'held', '1')]);
    const second = await ledger.move(ana, [entry('brokerage', 'balance', '10')], key);
    expect([first, second]).toEqual([
      { number: 1n, posted: true },
      { number: 1n, posted: false },
    ]);
    expect(await readBalance(ledger.db, ana)).toBe(usd('9'));
  });

  test('[F4] posts fifty concurrent equal events once', async () => {
    const ana = await ledger.customer();
    const key = `test:${ana}:storm`;
    const posted = await Promise.all(
      Array.from({ length: 50 }, () => ledger.move(ana, [entry('brokerage', 'balance', '10')], key)),
    );
    expect(posted.filter((each) => each.posted)).toHaveLength(1);
    expect(await readBalance(ledger.db, ana)).toBe(usd('10'));
  });

  test('[S7] lets exactly ten of two hundred concurrent movements of 10 take from a balance of 100', async () => {
    const ana = await ledger.customer('100');
    const tries = Array.from({ length: 200 }, () => ledger.move(ana, [entry('balance', 'invested', '10')]));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(10);
    expect(await readBalance(ledger.db, ana)).toBe(0n);
    expect(await readBalance(ledger.db, ana, 'invested')).toBe(usd('100'));
  });

  test('[S7] treats a customer without movements as empty, and creates their accounts with the first journal', async () => {
    const ana = await ledger.customer();
    const rows = () => ledger.db.query('SELECT number FROM ledger.accounts WHERE owner = $1', [ana]);
    expect([await readBalance(ledger.db, ana), await rows()]).toEqual([0n, []]);
    await expect(ledger.move(ana, [entry('balance', 'held', '1')])).rejects.toMatchObject({
      code: 'insufficient_balance',
    });
    expect(await rows()).toEqual([]);
    await ledger.move(ana, [entry('brokerage', 'balance', '1')]);
    expect(await rows()).toEqual([{ number: 1n }]);
  });

  test('[S7] faults on paying out a promise that is not there', async () => {
    const ana = await ledger.customer('10');
    await expect(ledger.move(ana, [entry('promised', 'balance', '1')])).rejects.toMatchObject({ code: 'LB001' });
  });

  test('[S7] is rolled back when a later step throws', async () => {
    const ana = await ledger.customer('10');
    const failing = transaction(ledger.db, async (tx) => {
      await post(tx, { ...made(ana), entries: [entry('balance', 'fees', '1')] }, at);
      throw new Error('the next step failed');
    });
    await expect(failing).rejects.toThrow('the next step failed');
    expect(await readBalance(ledger.db, ana)).toBe(usd('10'));
  });

  test('[H4] never lets the timestamps of a customer’s journals go back, whatever the caller’s clock says', async () => {
    const ana = await ledger.customer('10');
    const earlier = new Date(at.getTime() - 3_600_000);
    await transaction(ledger.db, (tx) => post(tx, { ...made(ana), entries: [entry('balance', 'held', '1')] }, earlier));
    const rows = await ledger.db.query('SELECT happened_at FROM ledger.journals WHERE owner = $1 ORDER BY number', [
      ana,
    ]);
    expect(rows).toEqual([{ happened_at: at }, { happened_at: at }]);
  });
});

describe('the books', () => {
  test('[S7] sum to zero over all accounts', async () => {
    const accounts = await sumAccounts(ledger.db);
    expect(accounts.reduce((total, account) => total + account.balance, 0n)).toBe(0n);
    expect(await readTreasury(ledger.db)).toBe(0n);
  });

  test.each([
    ['accounts', 'balance'],
    ['treasury', 'balance'],
    ['journals', 'key'],
    ['seals', 'number'],
  ])('[R2] %s cannot be changed or deleted by the product', async (table, column) => {
    for (const statement of [`UPDATE ledger.${table} SET ${column} = ${column}`, `DELETE FROM ledger.${table}`]) {
      await expect(ledger.db.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('[R2] not even the owner of the database can change a journal, and entries are only a way to read it', async () => {
    const { rows } = await ledger.db.pool.query(`SELECT current_user`);
    expect(rows[0]).toEqual({ current_user: 'lastro_app' });
    await ledger.customer('1');
    await expect(ledger.asOwner('UPDATE ledger.journals SET kind = kind')).rejects.toMatchObject({ code: 'LB003' });
    for (const statement of ['UPDATE ledger.entries SET kind = kind', 'DELETE FROM ledger.entries'])
      await expect(ledger.asOwner(statement)).rejects.toMatchObject({ code: '55000' });
  });
});
