import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Micros, usd } from '#money/money.ts';
import { cellOf } from '#platform/server/cell.ts';
import { transaction } from '#database/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { readBalance, readTreasury } from './account-store.ts';
import { completeTransits, levelTreasury, spreadTreasury } from './level-treasury.ts';
import { post } from './post.ts';
import { entry, type LedgerWorld, openLedger } from './testing/ledger-world.ts';
import { madeUp } from './testing/test-kinds.ts';

let ledger: LedgerWorld;
let ana: string;
beforeEach(async () => {
  ledger = await openLedger();
  ana = await ledger.customer();
});
afterEach(async () => {
  expect(await ledger.audit()).toEqual([]);
  await ledger.db.close();
});

const at = new Date('2026-03-02T12:00:00Z');

/** Funds a cell's treasury, as the operator does. */
const fund = (cell: number, amount: string): Promise<unknown> =>
  ledger.db.query(
    `SELECT ledger.post_one($1, 'treasury_funded', NULL, NULL, $2, '{funding}', '{treasury}', ARRAY[$3::bigint], $4::smallint)`,
    [`fund:${uuidv7()}`, at, usd(amount), cell],
  );

async function readParts(): Promise<Map<number, bigint>> {
  const rows = await ledger.db.query<{ cell: number; balance: bigint }>(
    'SELECT cell, balance FROM ledger.treasury WHERE balance > 0 ORDER BY cell',
  );
  return new Map(rows.map(({ cell, balance }) => [cell, balance]));
}

async function countOnTheirWay(): Promise<number> {
  return (await ledger.db.query('SELECT FROM ledger.transits WHERE arrived_at IS NULL')).length;
}

const promise = (amount: string | Micros, owner = ana): Promise<unknown> =>
  ledger.move(owner, [entry('treasury', 'promised', amount)]);
const notHere = (): number => (cellOf(ana) + 1) % 256;

describe('the whole treasury', () => {
  test('[S7] is spread over the cells, and all of it can be promised to one customer', async () => {
    await fund(0, '256');
    await spreadTreasury(ledger.db, 0);
    expect([...(await readParts()).values()]).toEqual(Array.from({ length: 256 }, () => usd('1')));
    expect(await countOnTheirWay()).toBe(0);
    await promise('256');
    expect([await readParts(), await readTreasury(ledger.db)]).toEqual([new Map(), 0n]);
    expect(await readBalance(ledger.db, ana, 'promised')).toBe(usd('256'));
  });

  test('[S7] goes to cells that have less than their share', async () => {
    for (const cell of [1, 2, 3]) await fund(cell, '100');
    await fund(0, '212');
    await spreadTreasury(ledger.db, 0);
    const parts = await readParts();
    expect([parts.get(1), parts.get(4), parts.get(255)]).toEqual([usd('100'), usd('2'), undefined]);
    expect(await readTreasury(ledger.db)).toBe(usd('512'));
  });

  test('[S7] can be promised to the last micro-dollar, wherever it lies', async () => {
    for (const cell of [10, 20, 30, 40, 50]) await fund(cell, '0.000001');
    await expect(promise('0.000006')).rejects.toMatchObject({ code: 'no_capacity', status: 409 });
    await promise('0.000005');
    expect(await readTreasury(ledger.db)).toBe(0n);
  });

  test('[S7] of 100 covers exactly 100 concurrent promises of 1', async () => {
    for (let cell = 0; cell < 25; cell += 1) await fund(cell * 10, '4');
    const customers = await Promise.all(Array.from({ length: 130 }, () => ledger.customer()));
    const outcomes = await Promise.allSettled(customers.map((owner) => promise('1', owner)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect([...new Set(refused.map(({ reason }) => reason.code))]).toEqual(['no_capacity']);
    expect([refused.length, await readTreasury(ledger.db)]).toEqual([30, 0n]);
  }, 60_000);
});

describe('a cell that cannot pay', () => {
  test('[S7] is levelled from the richest, which keeps half where that is enough', async () => {
    await fund(notHere(), '100');
    await promise('10');
    const parts = await readParts();
    expect([parts.get(notHere()), parts.get(cellOf(ana))]).toEqual([usd('50'), usd('40')]);
  });

  test('[S7] is not levelled when the whole treasury is too small: nothing moves', async () => {
    await fund(notHere(), '100');
    await expect(promise('100.000001')).rejects.toMatchObject({ code: 'no_capacity' });
    expect(await readParts()).toEqual(new Map([[notHere(), usd('100')]]));
    expect(await levelTreasury(ledger.db, cellOf(ana), usd('101'))).toBe(false);
  });

  test('[S7] is not levelled when it can pay', async () => {
    await fund(cellOf(ana), '5');
    await fund(notHere(), '100');
    await promise('5');
    expect(await readParts()).toEqual(new Map([[notHere(), usd('100')]]));
  });

  test('[S7] is not levelled when the promise is refused for another reason', async () => {
    await fund(notHere(), '100');
    const both = [entry('balance', 'invested', '1'), entry('treasury', 'promised', '1')];
    await expect(ledger.move(ana, both)).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await readParts()).toEqual(new Map([[notHere(), usd('100')]]));
  });
});

describe('in transit between two cells', () => {
  const id = uuidv7();
  const send = (amount: string, transit = id) =>
    ledger.db.query('SELECT ledger.send($1, $2, $3, $4, $5) AS sent', [
      transit,
      notHere(),
      cellOf(ana),
      usd(amount),
      at,
    ]);
  const receive = (amount: string) =>
    ledger.db.query('SELECT ledger.receive($1, $2, $3, $4)', [id, cellOf(ana), usd(amount), at]);
  const waitLong = () => ledger.asOwner(`UPDATE ledger.transits SET sent_at = sent_at - interval '1 hour'`);

  test('[S7] money of a process that crashed before its arrival still counts, and arrives later', async () => {
    await fund(notHere(), '100');
    await send('30');
    expect([await readTreasury(ledger.db), await countOnTheirWay()]).toEqual([usd('100'), 1]);
    expect(await ledger.audit()).toEqual([]);
    expect(await completeTransits(ledger.db)).toBe(0);
    await waitLong();
    expect(await completeTransits(ledger.db)).toBe(1);
    expect(await completeTransits(ledger.db)).toBe(0);
    expect((await readParts()).get(cellOf(ana))).toBe(usd('30'));
    expect([await readTreasury(ledger.db), await countOnTheirWay()]).toEqual([usd('100'), 0]);
  });

  test('[S7] money of a process that crashed before recording its arrival arrives once', async () => {
    await fund(notHere(), '100');
    await send('30');
    await receive('30');
    expect(await ledger.audit()).toEqual([]);
    await waitLong();
    expect(await completeTransits(ledger.db)).toBe(1);
    expect([await readTreasury(ledger.db), (await readParts()).get(cellOf(ana))]).toEqual([usd('100'), usd('30')]);
  });

  test('[S7] concurrent completions of one transit complete it once', async () => {
    await fund(notHere(), '100');
    for (let round = 1; round <= 10; round += 1) {
      await send('3', uuidv7());
      await waitLong();
      await Promise.all(Array.from({ length: 10 }, () => completeTransits(ledger.db)));
      expect([await readTreasury(ledger.db), (await readParts()).get(cellOf(ana))]).toEqual([
        usd('100'),
        usd(String(3 * round)),
      ]);
    }
  });

  test('[S7] a promise that needs overdue money waits for it', async () => {
    await fund(notHere(), '100');
    await send('100');
    await waitLong();
    await promise('100');
    expect(await readTreasury(ledger.db)).toBe(0n);
  });

  test('[S7] no more leaves a cell than it has', async () => {
    await fund(notHere(), '5');
    expect(await send('30')).toEqual([{ sent: usd('5') }]);
    await receive('5');
    await waitLong();
    await completeTransits(ledger.db);
    const empty = await ledger.db.query('SELECT ledger.send($1, $2, $3, 1, $4) AS sent', [
      uuidv7(),
      notHere(),
      cellOf(ana),
      at,
    ]);
    expect(empty).toEqual([{ sent: 0n }]);
  });

  test('[R1] the audit finds an arrival of another amount, and a recorded arrival that did not happen', async () => {
    await fund(notHere(), '100');
    await send('30');
    await receive('29');
    const rule = 'what is on its way between cells has left one and not yet arrived in the other';
    expect(await ledger.audit()).toEqual([{ rule, where: `transit ${id}` }]);
    await ledger.asOwner(
      `SET session_replication_role = replica; UPDATE ledger.transits SET id = gen_random_uuid(), arrived_at = now()`,
    );
    expect((await ledger.audit()).map((finding) => finding.rule)).toEqual([rule]);
    await ledger.asOwner(`SET session_replication_role = replica; DELETE FROM ledger.transits`);
  });
});

test('[W2] paying many in one transaction draws on their cell each time', async () => {
  await fund(cellOf(ana), '1');
  await transaction(ledger.db, async (tx) => {
    for (let n = 0; n < 10; n += 1) {
      const entries = [entry('treasury', 'balance', '0.1')];
      await post(tx, { key: `award:${n}`, kind: madeUp('test'), owner: ana, reference: null, entries }, at);
    }
  });
  expect([await readParts(), await readBalance(ledger.db, ana)]).toEqual([new Map(), usd('1')]);
});

test('[S7] an event that both draws on the treasury and gives back is a fault: its promise would be ambiguous', async () => {
  await fund(cellOf(ana), '10');
  const both = [entry('treasury', 'promised', '1'), entry('promised', 'treasury', '1')];
  await expect(ledger.move(ana, both)).rejects.toMatchObject({ code: 'LB004' });
  expect(await readTreasury(ledger.db)).toBe(usd('10'));
});

test('[S7] a released promise returns to the treasury', async () => {
  await fund(cellOf(ana), '10');
  await promise('4');
  await ledger.move(ana, [entry('promised', 'treasury', '4')]);
  expect(await readTreasury(ledger.db)).toBe(usd('10'));
});
