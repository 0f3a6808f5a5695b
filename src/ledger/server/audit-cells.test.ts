import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cells, cellOf } from '#platform/server/cell.ts';
import { type Audited, auditCells } from './audit-cells.ts';
import { type LedgerWorld, openLedger } from './testing/ledger-world.ts';

let ledger: LedgerWorld;
let ana: string;
beforeAll(async () => {
  ledger = await openLedger();
  ana = await ledger.customer('10');
});
afterAll(() => ledger.db.close());

/** What the audit finds, and in how many readings: each is a transaction of its own, and so is what is sealed of each cell. */
async function audit(since: 'seals' | 'beginning'): Promise<Audited & { readings: number }> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const audited = await auditCells(ledger.db, { since });
  const texts = sent.mock.calls.map(([first]) => (first as unknown as { text?: string }).text ?? first);
  sent.mockRestore();
  const count = (part: string): number => texts.filter((text) => text.includes(part)).length;
  return { ...audited, readings: count('REPEATABLE READ') - count('TRANSACTION SNAPSHOT') };
}

test('[R1] where nothing has happened since the last audit all cells are read at once, and what has happened is sealed', async () => {
  expect(await audit('seals')).toMatchObject({ broken: [], sealed: cells + 1, readings: 1 });
  expect(await audit('seals')).toEqual({ broken: [], sealed: 0, readings: 1 });
  await ledger.move(ana, [{ from: 'balance', to: 'held', amount: 1_000_000n as never }]);
  expect(await audit('seals')).toEqual({ broken: [], sealed: 1, readings: 1 });
  expect(await audit('beginning')).toEqual({ broken: [], sealed: 0, readings: 1 });
});

test('[R1] two audits at once both come to their end, and what happened is sealed', async () => {
  const owners = await Promise.all(Array.from({ length: 20 }, () => ledger.customer('3')));
  const [one, other] = await Promise.all([audit('beginning'), audit('beginning')]);
  expect([one.broken, other.broken]).toEqual([[], []]);
  const [seals] = await ledger.db.query<{ count: bigint }>(
    'SELECT count(*) FROM ledger.seals s JOIN ledger.accounts a USING (cell, owner) WHERE s.owner = ANY ($1) AND s.number = a.number',
    [owners],
  );
  expect(Number(seals?.count)).toBe(owners.length);
});

test('[R1] what is broken is found in cells that are read together, too', async () => {
  await ledger.asOwner(
    `SET session_replication_role = replica; UPDATE ledger.entries SET amount = amount + 1 WHERE owner = '${ana}' AND number = 1`,
  );
  expect((await audit('seals')).broken).toEqual([]);
  const { broken, readings } = await audit('beginning');
  // One that does not prove them right, and one that says where they are not.
  expect(readings).toBe(2);
  expect(broken.map(({ rule }) => rule)).toContain(
    'the hash of each journal covers what it moved and the hash of the one before',
  );
  expect(broken.flatMap(({ places }) => places).some((place) => place.includes(ana))).toBe(true);
  expect(broken.flatMap(({ places }) => places)).toContain(`cell ${cellOf(ana)} is off by 1`);
});

test('[R1] a cell in which something is broken keeps its seals, and those that are read with it are sealed', async () => {
  const [eva, zoe] = [await ledger.customer('5'), await ledger.customer('6')];
  await ledger.asOwner(
    `SET session_replication_role = replica; UPDATE ledger.entries SET amount = amount + 1 WHERE owner = '${eva}'`,
  );
  const { broken, sealed } = await audit('seals');
  expect(broken.flatMap(({ places }) => places)).toContain(`accounts of ${eva}`);
  expect(sealed).toBe(1);
  const seals = await ledger.db.query('SELECT owner FROM ledger.seals WHERE owner = ANY ($1)', [[eva, zoe]]);
  expect(seals).toEqual([{ owner: zoe }]);
});

test('[R1] amounts that are too large to be added up are found, too', async () => {
  await ledger.asOwner(
    `SET session_replication_role = replica; UPDATE ledger.entries SET amount = 9223372036854775807 WHERE owner = '${ana}'`,
  );
  const { broken } = await audit('beginning');
  expect(broken.map(({ rule }) => rule)).toContain('every stored balance equals the sum of its entries');
});
