import { createHash, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { announcerOf, type Changes } from '#database/server/changes.ts';
import { transaction } from '#database/server/transaction.ts';
import { customerAccounts, houseAccounts, type Journal } from '../journal.ts';
import { readAccounts, readBalance, sumAccounts } from './account-store.ts';
import { type DomainEvents, noSubscribers, publishToAll } from './domain-events.ts';
import { post } from './post.ts';
import { readVersions } from './read-versions.ts';
import { type LedgerWorld, openLedger, entry } from './testing/ledger-world.ts';

let ledger: LedgerWorld;
beforeAll(async () => void (ledger = await openLedger()));
afterEach(async () => expect(await ledger.audit()).toEqual([]));
afterAll(() => ledger.db.close());

const at = new Date('2026-03-02T12:00:00Z');

test('[H4] an event is stored with its owner, its reference and its timestamp', async () => {
  const ana = await ledger.customer();
  const reference = randomUUID();
  await ledger.move(ana, [entry('brokerage', 'held', '10')]);
  const entries = [entry('held', 'brokerage', '9'), entry('held', 'fees', '1')];
  const journal: Journal = { key: 'journal:kept', kind: 'withdrawal_settled', owner: ana, reference, entries };
  const { number } = await transaction(ledger.db, (tx) => post(tx, journal, at));
  const [stored] = await ledger.db.query(
    `SELECT number, key, kind, owner, reference, happened_at, balance, held FROM ledger.journals WHERE key = 'journal:kept'`,
  );
  expect(stored).toEqual({
    number,
    key: 'journal:kept',
    kind: 'withdrawal_settled',
    owner: ana,
    reference,
    happened_at: at,
    balance: 0n,
    held: 0n,
  });
  const moved = await ledger.db.query(
    `SELECT kind, from_account AS "from", to_account AS "to", amount, from_balance, to_balance, happened_at FROM ledger.entries
     WHERE owner = $1 AND number = $2 ORDER BY leg`,
    [ana, number],
  );
  const each = { kind: 'withdrawal_settled', from: 'held', to_balance: null, happened_at: at };
  expect(moved).toEqual([
    { ...each, to: 'brokerage', amount: usd('9'), from_balance: usd('1') },
    { ...each, to: 'fees', amount: usd('1'), from_balance: 0n },
  ]);
});

test('[R2] a journal’s hash covers the previous one, its owner, number, timestamp, key, kind, reference and what it moved', async () => {
  const ana = await ledger.customer('1');
  const reference = randomUUID();
  const entries = [entry('balance', 'held', '1')];
  const journal: Journal = { key: `journal:${ana}`, kind: 'withdrawal_held', owner: ana, reference, entries };
  await transaction(ledger.db, (tx) => post(tx, journal, at));
  const [first, second] = await ledger.db.query<{ hash: Buffer }>(
    'SELECT hash FROM ledger.journals WHERE owner = $1 ORDER BY number',
    [ana],
  );
  // Computed here from the canonical bytes: 64-bit numbers, and timestamps in microseconds since the year 2000.
  const number = Buffer.alloc(8);
  number.writeBigInt64BE(2n);
  const moment = Buffer.alloc(8);
  moment.writeBigInt64BE(BigInt(at.getTime() - Date.UTC(2000, 0, 1)) * 1000n);
  const words = `journal:${ana}\nwithdrawal_held\n${reference}\n1000000`;
  const bytes = [first?.hash ?? '', Buffer.from(ana.replaceAll('-', ''), 'hex'), number, moment, Buffer.from(words)];
  const expected = createHash('sha256')
    .update(Buffer.concat(bytes.map((each) => Buffer.from(each))))
    .digest('hex');
  expect(second?.hash.toString('hex')).toBe(expected);
  const heads = await ledger.db.query<{ head: Buffer }>('SELECT head FROM ledger.accounts WHERE owner = $1', [ana]);
  expect(heads.map(({ head }) => head.toString('hex'))).toEqual([expected]);
});

test('[S7] a zero fee is left out of its event', async () => {
  const ana = await ledger.customer('10');
  const { number } = await ledger.move(ana, [entry('balance', 'fees', '0'), entry('balance', 'held', '10')]);
  const rows = await ledger.db.query('SELECT to_account, amount FROM ledger.entries WHERE owner = $1 AND number = $2', [
    ana,
    number,
  ]);
  expect(rows).toEqual([{ to_account: 'held', amount: usd('10') }]);
});

test('[Z4] taking more from the bot’s wallet than it holds is refused like taking it from the balance', async () => {
  const ana = await ledger.customer('10');
  await ledger.move(ana, [entry('balance', 'zord', '5')]);
  await expect(ledger.move(ana, [entry('zord', 'balance', '5.000001')])).rejects.toMatchObject({
    name: 'Refusal',
    code: 'insufficient_balance',
    status: 422,
  });
});

test('[S7] the whole balance can be taken, to the last micro-dollar', async () => {
  const ana = await ledger.customer('10');
  await ledger.move(ana, [entry('balance', 'held', '10')]);
  expect(await readBalance(ledger.db, ana)).toBe(0n);
});

describe('moving what is not there', () => {
  test.each(['invested', 'promised', 'held'] as const)(
    '[S7] taking from an empty %s is a fault of ours, not a refusal',
    async (kind) => {
      const ana = await ledger.customer('10');
      const failing = ledger.move(ana, [entry(kind, 'balance', '1')]);
      await expect(failing).rejects.toMatchObject({ code: 'LB001', detail: kind });
    },
  );

  test('[S7] an unknown account is a fault', async () => {
    const ana = await ledger.customer('10');
    await expect(ledger.move(ana, [entry('balance', 'pocket' as 'held', '1')])).rejects.toMatchObject({
      code: 'LB006',
      message: 'test is no journal of the ledger: balance>pocket',
    });
    await expect(ledger.move(null, [entry('funding', 'held', '1')])).rejects.toMatchObject({
      message: 'test_house is no journal of the ledger: funding>held',
    });
  });
});

test('[D1] money that moved is announced to its owner once it is committed, and nothing else is', async () => {
  const ana = await ledger.customer('10');
  const heard: Changes[] = [];
  const stop = announcerOf(ledger.db).hear((changes) => heard.push(changes));
  await ledger.move(ana, [entry('balance', 'held', '1')], 'journal:announced');
  await ledger.move(ana, [entry('balance', 'held', '1')], 'journal:announced');
  await ledger.move(ana, [entry('funding', 'treasury', '1')], 'journal:announced');
  await ledger.move(ana, [entry('balance', 'held', '100')]).catch(() => {});
  stop();
  expect(heard.filter((changes) => changes.size > 0)).toEqual([new Map([[ana, new Set(['money'])]])]);
});

test('[A7] a customer has every customer account, all empty until money arrives', async () => {
  const nothing = Object.fromEntries(customerAccounts.map((account) => [account, 0n]));
  expect(await readAccounts(ledger.db, await ledger.customer())).toEqual(nothing);
  expect(await readAccounts(ledger.db, await ledger.customer('5'))).toEqual({ ...nothing, balance: usd('5') });
});

test('[R1] the house’s accounts are summed by kind, each with its own sign', async () => {
  const fresh = await openLedger();
  const ana = await fresh.customer('100');
  await fresh.move(ana, [entry('funding', 'treasury', '50')]);
  await fresh.move(ana, [entry('balance', 'invested', '10'), entry('balance', 'fees', '2')]);
  await fresh.move(ana, [entry('invested', 'trading', '4')]);
  const sums = (await sumAccounts(fresh.db)).map(({ kind, balance }) => [kind, balance]);
  expect(Object.fromEntries(sums)).toEqual({
    balance: usd('88'),
    held: 0n,
    invested: usd('6'),
    promised: 0n,
    zord: 0n,
    brokerage: usd('-100'),
    fees: usd('2'),
    funding: usd('-50'),
    trading: usd('4'),
    treasury: usd('50'),
    taxes: 0n,
    authority: 0n,
  });
  expect(sums.map(([kind]) => kind)).toEqual([...customerAccounts, ...houseAccounts].toSorted());
  await fresh.db.close();
});

test('[D1] a customer’s version grows with every journal of theirs, and with nobody else’s journals', async () => {
  const [ana, bia] = [await ledger.customer(), await ledger.customer('5')];
  const versions = async (): Promise<(bigint | undefined)[]> => {
    const read = await readVersions(ledger.db, [ana, bia]);
    return [ana, bia].map((owner) => read.get(owner));
  };
  expect(await versions()).toEqual([undefined, 1n]);
  await ledger.move(bia, [entry('balance', 'invested', '1')]);
  expect(await versions()).toEqual([undefined, 2n]);
});

test('events reach all their listeners in turn, each hearing only what it handles', async () => {
  const told: unknown[] = [];
  const first: Partial<DomainEvents> = {
    onCanceled: async (_tx, canceled) => {
      await Promise.resolve();
      told.push(['first', canceled.product]);
    },
    onTransfer: async (_tx, { status }) => void told.push(['first', status]),
  };
  const second: Partial<DomainEvents> = {
    onCanceled: async (_tx, canceled) => void told.push(['second', canceled.product]),
    onProfitPaid: async (_tx, paid) => void told.push(['second', paid.length]),
    onAwardsPaid: async (_tx, paid) => void told.push(['second', paid.length]),
    onSecurityChange: async (_tx, { change }) => void told.push(['second', change]),
  };
  const canceled = { customerId: 'ana', product: 'stake' as const, reference: 's1', at };
  await transaction(ledger.db, async (tx) => {
    for (const listener of [publishToAll(first, second), noSubscribers]) {
      await listener.onCanceled(tx, canceled);
      await listener.onTransfer(tx, { status: 'complete' } as Parameters<DomainEvents['onTransfer']>[1]);
      await listener.onProfitPaid(tx, []);
      await listener.onAwardsPaid(tx, []);
      const change = { change: 'password_changed' } as Parameters<DomainEvents['onSecurityChange']>[1];
      await listener.onSecurityChange(tx, change);
    }
  });
  expect(told).toEqual([
    ['first', 'stake'],
    ['second', 'stake'],
    ['first', 'complete'],
    ['second', 0],
    ['second', 0],
    ['second', 'password_changed'],
  ]);
});
