import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { transaction } from '#platform/server/transaction.ts';
import { readBalance, readTreasury, sumAccounts } from './account-store.ts';
import { post } from './post.ts';
import { at } from './testing/build-ledger.ts';
import { type LedgerWorld, openLedger, entry } from './testing/ledger-world.ts';
import { madeUp } from './testing/test-kinds.ts';

let ledger: LedgerWorld;
beforeAll(async () => void (ledger = await openLedger()));
afterEach(async () => expect(await ledger.audit()).toEqual([]));
afterAll(() => ledger.db.close());

const nobody = '00000000-0000-4000-8000-000000000000';

describe('post', () => {
  test('[S7] moves money between two accounts and remembers both balances after it', async () => {
    const ana = await ledger.customer('500.00');
    await ledger.move(ana, [entry('balance', 'staked', '300')]);
    expect(await readBalance(ledger.db, ana)).toBe(usd('200'));
    expect(await readBalance(ledger.db, ana, 'staked')).toBe(usd('300'));
    const rows = await ledger.db.query<{ from_balance: bigint; to_balance: bigint }>(
      `SELECT from_balance, to_balance FROM ledger.transfers ORDER BY id DESC LIMIT 1`,
    );
    expect(rows[0]).toEqual({ from_balance: usd('200'), to_balance: usd('300') });
  });

  test('[S7] refuses to take more than there is, and nothing of the journal remains', async () => {
    const ana = await ledger.customer('100.00');
    await expect(
      ledger.move(ana, [entry('balance', 'staked', '60'), entry('balance', 'fees', '40.000001')]),
    ).rejects.toMatchObject({ code: 'insufficient_balance', status: 422 });
    expect(await readBalance(ledger.db, ana)).toBe(usd('100'));
    expect(await readBalance(ledger.db, ana, 'staked')).toBe(0n);
  });

  test('[F4] the same event posted twice moves money once and answers the first journal', async () => {
    const ana = await ledger.customer();
    const key = `test:${ana}:once`;
    const first = await ledger.move(ana, [entry('brokerage', 'balance', '10')], key);
    const second = await ledger.move(ana, [entry('brokerage', 'balance', '10')], key);
    expect(second).toEqual({ journalId: first.journalId, posted: false });
    expect(await readBalance(ledger.db, ana)).toBe(usd('10'));
  });

  test('[F4] fifty equal events at once are posted once', async () => {
    const ana = await ledger.customer();
    const key = `test:${ana}:storm`;
    const posted = await Promise.all(
      Array.from({ length: 50 }, () => ledger.move(ana, [entry('brokerage', 'balance', '10')], key)),
    );
    expect(posted.filter((each) => each.posted)).toHaveLength(1);
    expect(await readBalance(ledger.db, ana)).toBe(usd('10'));
  });

  test('[S7] two hundred withdrawals of 10 at once take exactly 10 from a balance of 100', async () => {
    const ana = await ledger.customer('100');
    const tries = Array.from({ length: 200 }, () => ledger.move(ana, [entry('balance', 'staked', '10')]));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(10);
    expect(await readBalance(ledger.db, ana)).toBe(0n);
    expect(await readBalance(ledger.db, ana, 'staked')).toBe(usd('100'));
  });

  test('[S7] a customer nobody opened accounts for is a fault, not a refusal', async () => {
    await expect(ledger.move(nobody, [entry('brokerage', 'balance', '1')])).rejects.toMatchObject({
      code: 'LB002',
      message: `no balance account of ${nobody}`,
    });
  });

  test('[S7] what was set aside cannot be paid twice: that is a fault', async () => {
    const ana = await ledger.customer('10');
    await expect(ledger.move(ana, [entry('promised', 'balance', '1')])).rejects.toMatchObject({ code: 'LB001' });
  });

  test('[S7] throwing after posting rolls the posting back', async () => {
    const ana = await ledger.customer('10');
    const failing = transaction(ledger.db, async (tx) => {
      await post(
        tx,
        {
          key: `test:${ana}:x`,
          kind: madeUp('test'),
          owner: ana,
          reference: null,
          entries: [entry('balance', 'fees', '1')],
        },
        at,
      );
      throw new Error('the next step failed');
    });
    await expect(failing).rejects.toThrow('the next step failed');
    expect(await readBalance(ledger.db, ana)).toBe(usd('10'));
  });
});

describe('the treasury', () => {
  test('[S7] promises up to its sum, however it is spread, and not a micro-dollar more', async () => {
    const fresh = await openLedger();
    const ana = await fresh.customer();
    for (let n = 0; n < 8; n += 1) await fresh.move(null, [entry('funding', 'treasury', '10')]);
    expect(await readTreasury(fresh.db)).toBe(usd('80'));
    await expect(fresh.move(ana, [entry('treasury', 'promised', '80.000001')])).rejects.toMatchObject({
      code: 'no_capacity',
      status: 409,
    });
    await fresh.move(ana, [entry('treasury', 'promised', '79.999999')]);
    expect(await readTreasury(fresh.db)).toBe(1n);
    expect(await readBalance(fresh.db, ana, 'promised')).toBe(usd('79.999999'));
    expect(await fresh.audit()).toEqual([]);
    await fresh.db.close();
  });

  test('[S7] a hundred customers at once are promised exactly what it holds', async () => {
    const fresh = await openLedger();
    for (let n = 0; n < 16; n += 1) await fresh.move(null, [entry('funding', 'treasury', '2.5')]);
    const customers = await Promise.all(Array.from({ length: 100 }, () => fresh.customer()));
    const outcomes = await Promise.allSettled(
      customers.map((owner) => fresh.move(owner, [entry('treasury', 'promised', '1')])),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(60);
    for (const each of refused) expect(each.reason).toMatchObject({ code: 'no_capacity' });
    expect(await readTreasury(fresh.db)).toBe(0n);
    expect(await fresh.audit()).toEqual([]);
    await fresh.db.close();
  });
});

describe('the books', () => {
  test('[S7] sum to zero over all accounts', async () => {
    const accounts = await sumAccounts(ledger.db);
    expect(accounts.reduce((total, account) => total + account.balance, 0n)).toBe(0n);
  });

  test.each([
    ['accounts', 'kind'],
    ['journals', 'key'],
    ['transfers', 'amount'],
    ['balances', 'balance'],
  ])('[R2] %s are never changed or dropped by the product', async (table, column) => {
    for (const statement of [`UPDATE ledger.${table} SET ${column} = ${column}`, `DELETE FROM ledger.${table}`]) {
      await expect(ledger.db.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('[R2] not even the owner of the database changes an entry', async () => {
    const { rows } = await ledger.db.pool.query(`SELECT current_user`);
    expect(rows[0]).toEqual({ current_user: 'lastro_app' });
    for (const table of ['accounts', 'journals', 'transfers']) {
      for (const statement of [
        `DELETE FROM ledger.${table}`,
        `TRUNCATE ledger.${table} CASCADE`,
        `UPDATE ledger.${table} SET id = DEFAULT WHERE false`,
      ]) {
        await expect(ledger.asOwner(statement)).rejects.toMatchObject({ code: 'LB003' });
      }
    }
  });

  test('[R2] a balance altered behind the ledger’s back is found by the audit', async () => {
    const fresh = await openLedger();
    const ana = await fresh.customer('10');
    await fresh.asOwner(
      `UPDATE ledger.balances SET balance = balance + 1 WHERE account_id =
        (SELECT id FROM ledger.accounts WHERE owner = '${ana}' AND kind = 'balance')`,
    );
    const rules = (await fresh.audit()).map((finding) => finding.rule);
    expect(rules).toContain('every stored balance equals the sum of its transfers');
    expect(rules).toContain('money in = money out + money held');
    await fresh.db.close();
  });
});
