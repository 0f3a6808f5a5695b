import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cells, cellOf } from '#platform/server/cell.ts';
import { type Audited, auditCells, planReadings, readWhatMoved, type ToRead } from './audit-cells.ts';
import { isProven } from './ledger-proof.ts';
import { changeAmount } from './testing/change-amount.ts';
import { type LedgerWorld, openLedger } from './testing/ledger-world.ts';

let ledger: LedgerWorld;
let ana: string;
beforeAll(async () => {
  ledger = await openLedger();
  ana = await ledger.customer('10');
});
afterAll(() => ledger.db.close());

/** Runs an audit and counts its readings: each is a transaction of its own, and so is the sealing of each cell. */
async function audit(since: 'seals' | 'beginning'): Promise<Audited & { readings: number }> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const audited = await auditCells(ledger.db, { since });
  const texts = sent.mock.calls.map(([first]) => (first as unknown as { text?: string }).text ?? first);
  sent.mockRestore();
  const count = (part: string): number => texts.filter((text) => text.includes(part)).length;
  return { ...audited, readings: count('REPEATABLE READ') - count('TRANSACTION SNAPSHOT') };
}

test('[R1] with nothing new since the last audit all cells are read at once, and new journals are sealed', async () => {
  expect(await audit('seals')).toMatchObject({ broken: [], sealed: cells + 1, readings: 1 });
  expect(await audit('seals')).toEqual({ broken: [], sealed: 0, readings: 1 });
  await ledger.move(ana, [{ from: 'balance', to: 'held', amount: 1_000_000n as never }]);
  expect(await audit('seals')).toEqual({ broken: [], sealed: 1, readings: 1 });
  expect(await audit('beginning')).toEqual({ broken: [], sealed: 0, readings: 1 });
});

test('[O3] a cell is read from its seals on, or from its beginning', async () => {
  const cell = cellOf(ana);
  const toRead = async (since: 'seals' | 'beginning') => (await readWhatMoved(ledger.db, since)).get(cell);
  const before = (await toRead('beginning'))?.journals ?? 0n;
  expect(before).toBeGreaterThan(0n);
  expect(await toRead('seals')).toEqual({ journals: 0n, isMoved: false });
  await ledger.move(ana, [{ from: 'held', to: 'balance', amount: 1n as never }]);
  await ledger.move(ana, [{ from: 'held', to: 'balance', amount: 1n as never }]);
  expect(await toRead('seals')).toEqual({ journals: 2n, isMoved: true });
  expect(await toRead('beginning')).toEqual({ journals: before + 2n, isMoved: true });
  expect([...(await readWhatMoved(ledger.db, 'seals')).values()].filter(({ isMoved }) => isMoved)).toHaveLength(1);
});

test('[O3] cells are read together as long as their journals fit into one reading', () => {
  const toRead = new Map<number, ToRead>(
    Array.from({ length: cells }, (_, cell) => [cell, { journals: 0n, isMoved: false }]),
  );
  const whole = { first: 0, last: cells - 1, moved: [] };
  expect(planReadings(toRead)).toEqual([whole]);
  for (const cell of [2, 5, 9]) toRead.set(cell, { journals: 5n, isMoved: true });
  expect(planReadings(toRead)).toEqual([{ ...whole, moved: [2, 5, 9] }]);
  // Two cells fill a reading exactly.
  expect(planReadings(toRead, 10n)).toEqual([
    { first: 0, last: 8, moved: [2, 5] },
    { first: 9, last: cells - 1, moved: [9] },
  ]);
  // A cell larger than a reading is read alone, and what follows starts a new reading.
  toRead.set(5, { journals: 30n, isMoved: true });
  expect(planReadings(toRead, 10n)).toEqual([
    { first: 0, last: 4, moved: [2] },
    { first: 5, last: 5, moved: [5] },
    { first: 6, last: cells - 1, moved: [9] },
  ]);
  // A cell about which nothing is known is read and sealed.
  expect(planReadings(new Map())[0]?.moved).toHaveLength(cells);
});

test('[R1] two concurrent audits both finish, and new journals are sealed', async () => {
  const owners = await Promise.all(Array.from({ length: 20 }, () => ledger.customer('3')));
  const [one, other] = await Promise.all([audit('beginning'), audit('beginning')]);
  expect([one.broken, other.broken]).toEqual([[], []]);
  const [seals] = await ledger.db.query<{ count: bigint }>(
    'SELECT count(*) FROM ledger.seals s JOIN ledger.accounts a USING (cell, owner) WHERE s.owner = ANY ($1) AND s.number = a.number',
    [owners],
  );
  expect(Number(seals?.count)).toBe(owners.length);
});

test('[R1] errors are also found in cells that are read together', async () => {
  await ledger.asOwner(`SET session_replication_role = replica; ${changeAmount(`owner = '${ana}' AND number = 1`)}`);
  expect((await audit('seals')).broken).toEqual([]);
  const { broken, readings } = await audit('beginning');
  // One reading that fails to prove the books right, and one that locates the errors.
  expect(readings).toBe(2);
  expect(broken.map(({ rule }) => rule)).toContain(
    'the hash of each journal covers what it moved and the hash of the one before',
  );
  expect(broken.flatMap(({ places }) => places).some((place) => place.includes(ana))).toBe(true);
  expect(broken.flatMap(({ places }) => places)).toContain(`cell ${cellOf(ana)} is off by 1`);
});

test('[R1] a cell with an error keeps its seals, and those that are read with it are sealed', async () => {
  const [eva, zoe] = [await ledger.customer('5'), await ledger.customer('6')];
  await ledger.asOwner(`SET session_replication_role = replica; ${changeAmount(`owner = '${eva}'`)}`);
  const { broken, sealed } = await audit('seals');
  expect(broken.flatMap(({ places }) => places)).toContain(`accounts of ${eva}`);
  expect(sealed).toBe(1);
  const seals = await ledger.db.query('SELECT owner FROM ledger.seals WHERE owner = ANY ($1)', [[eva, zoe]]);
  expect(seals).toEqual([{ owner: zoe }]);
});

test('[R1] amounts too large to be added up are found as well', async () => {
  // Twice the largest countable amount was added to one balance.
  const rich = await ledger.customer('1');
  await ledger.move(rich, [{ from: 'brokerage', to: 'balance', amount: 1n as never }]);
  await ledger.asOwner(
    `SET session_replication_role = replica; ${changeAmount(`owner IN ('${ana}', '${rich}')`, '- amount + 9223372036854775807')}`,
  );
  const proving = isProven(ledger.db, { cells: [0, cells - 1], since: 'beginning' });
  await expect(proving).rejects.toMatchObject({ code: '22003' });
  const { broken } = await audit('beginning');
  expect(broken.map(({ rule }) => rule)).toContain('every stored balance equals the sum of its entries');
});
