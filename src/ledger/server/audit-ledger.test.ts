import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Audited, auditLedger, planReadings } from './audit-ledger.ts';
import { everybody } from './ledger-pass.ts';
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

/** Runs an audit and counts its readings: each is a transaction of its own, and so is sealing. */
async function audit(since: 'seals' | 'beginning'): Promise<Audited & { readings: number }> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const audited = await auditLedger(ledger.db, { since });
  const texts = sent.mock.calls.map(([first]) => (first as unknown as { text?: string }).text ?? first);
  sent.mockRestore();
  const count = (part: string): number => texts.filter((text) => text.includes(part)).length;
  return { ...audited, readings: count('REPEATABLE READ') - count('TRANSACTION SNAPSHOT') };
}

test('[R1] with nothing new since the last audit all owners are read at once, and new journals are sealed', async () => {
  expect(await audit('seals')).toMatchObject({ broken: [], sealed: 2, readings: 1 });
  expect(await audit('seals')).toEqual({ broken: [], sealed: 0, readings: 1 });
  await ledger.move(ana, [{ from: 'balance', to: 'held', amount: 1_000_000n as never }]);
  expect(await audit('seals')).toEqual({ broken: [], sealed: 1, readings: 1 });
  expect(await audit('beginning')).toEqual({ broken: [], sealed: 0, readings: 1 });
});

test('[O3] owners are read together as long as their journals fit into one reading', async () => {
  const whole = { owners: [...everybody], isMoved: false };
  expect(await planReadings(ledger.db, 'seals')).toEqual([whole]);
  for (let n = 0; n < 3; n += 1) await ledger.move(ana, [{ from: 'held', to: 'balance', amount: 1n as never }]);
  expect(await planReadings(ledger.db, 'seals')).toEqual([{ ...whole, isMoved: true }]);
  const others = (await Promise.all([1, 2, 3].map(() => ledger.customer('1')))).toSorted();
  const all = [...others, ana].toSorted();
  // Everybody has one or three journals; no reading begins with more than two.
  const readings = await planReadings(ledger.db, 'seals', 2);
  expect(readings.length).toBeGreaterThan(1);
  // Nobody is left out, and nobody read twice: each begins where the one before ends.
  expect([readings[0]?.owners[0], readings.at(-1)?.owners[1]]).toEqual([...everybody]);
  for (const [at, { owners }] of readings.slice(1).entries()) {
    expect(owners[0]).toBe(readings[at]?.owners[1]);
    expect(all).toContain(owners[0]);
  }
  expect((await audit('seals')).broken).toEqual([]);
});

test('[R1] two concurrent audits both finish, and new journals are sealed', async () => {
  const owners = await Promise.all(Array.from({ length: 20 }, () => ledger.customer('3')));
  const [one, other] = await Promise.all([audit('beginning'), audit('beginning')]);
  expect([one.broken, other.broken]).toEqual([[], []]);
  const [seals] = await ledger.db.query<{ count: bigint }>(
    'SELECT count(*) FROM ledger.seals s JOIN ledger.accounts a USING (owner) WHERE s.owner = ANY ($1) AND s.number = a.number',
    [owners],
  );
  expect(Number(seals?.count)).toBe(owners.length);
});

test('[R1] errors are also found among owners that are read together', async () => {
  await ledger.asOwner(`SET session_replication_role = replica; ${changeAmount(`owner = '${ana}' AND number = 1`)}`);
  expect((await audit('seals')).broken).toEqual([]);
  const { broken, readings } = await audit('beginning');
  // One reading that fails to prove the books right, and one that locates the errors.
  expect(readings).toBe(2);
  expect(broken.map(({ rule }) => rule)).toContain(
    'the hash of each journal covers what it moved and the hash of the one before',
  );
  expect(broken.flatMap(({ places }) => places).some((place) => place.includes(ana))).toBe(true);
  expect(broken.flatMap(({ places }) => places)).toContain(`the accounts from ${everybody[0]} on are off by 1`);
});

test('[R1] owners who are read with an error keep their seals', async () => {
  const [eva, zoe] = [await ledger.customer('5'), await ledger.customer('6')];
  await ledger.asOwner(`SET session_replication_role = replica; ${changeAmount(`owner = '${eva}'`)}`);
  const { broken, sealed } = await audit('seals');
  expect(broken.flatMap(({ places }) => places)).toContain(`accounts of ${eva}`);
  expect(sealed).toBe(0);
  expect(await ledger.db.query('SELECT owner FROM ledger.seals WHERE owner = ANY ($1)', [[eva, zoe]])).toEqual([]);
});

test('[R1] amounts too large to be added up are found as well', async () => {
  // Twice the largest countable amount was added to one balance.
  const rich = await ledger.customer('1');
  await ledger.move(rich, [{ from: 'brokerage', to: 'balance', amount: 1n as never }]);
  await ledger.asOwner(
    `SET session_replication_role = replica; ${changeAmount(`owner IN ('${ana}', '${rich}')`, '- amount + 9223372036854775807')}`,
  );
  const proving = isProven(ledger.db, { owners: everybody, since: 'beginning' });
  await expect(proving).rejects.toMatchObject({ code: '22003' });
  const { broken } = await audit('beginning');
  expect(broken.map(({ rule }) => rule)).toContain(
    'every stored balance, and what was booked of the treasury, equals the sum of its entries',
  );
});
