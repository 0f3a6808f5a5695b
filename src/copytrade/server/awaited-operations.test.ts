import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settleDue } from '#operator/server/settle-due.ts';
import { noSubscribers } from '#ledger/server/domain-events.ts';
import type { Maturity } from '#maturities/contract.ts';
import { awaitedHours } from '#payouts/server/feed-settings.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { importLines, line } from '#testing/server/import-lines.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import type { Licence } from '../contract.ts';

let world: CopytradeWorld;
let ana: TestInvestor;
/** When her licence ends: at ten in the morning. */
let end: Date;
beforeEach(async () => {
  world = await openCopytradeWorld();
  world.now = new Date('2026-03-02T10:00:00Z');
  ana = await world.investor({ balance: '1000' });
  await ana.post('/api/copytrade', { amount: 100 });
  world.forward(30);
  end = world.now;
});
afterEach(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const hourMs = 3_600_000;
const atEnd = (hours: number): Date => new Date(end.getTime() + hours * hourMs);
const settle = (): Promise<number> => settleDue(world.db, world.now, noSubscribers);
const licence = async (): Promise<Licence | undefined> => (await ana.get('/api/copytrade')).json<Licence[]>()[0];

/** What the desk sends at night: an operation of the licence's last hours, and until when it has sent everything. */
const nightly = (completeUntil: Date | undefined, reference = 'A') =>
  importLines(world.db, [{ ...line(atEnd(-1), '5', reference), opened: atEnd(-2).toISOString() }], {
    now: world.now,
    ...(completeUntil && { completeUntil }),
  });

describe('a licence that has ended', () => {
  test('[C3] [H3] awaits its last operations, says so, and is paid with them as soon as its feed is complete', async () => {
    expect(await settle()).toBe(0);
    expect(await licence()).toMatchObject({ Status: 'active', AwaitsOperations: true, Profit: 0, Progress: 100 });
    expect((await ana.get('/api/maturities')).json<Maturity[]>()).toMatchObject([{ AwaitsOperations: true }]);
    world.now = atEnd(14);
    expect(await nightly(world.now)).toEqual({ added: 1, known: 0, late: 0, completeUntil: world.now.toISOString() });
    expect(await settle()).toBe(1);
    expect(await licence()).toMatchObject({ Status: 'expired', AwaitsOperations: false, Profit: 5 });
    expect(await ana.balance()).toBe(1005);
  });

  test('[C3] [H3] is not paid while its feed is complete up to a millisecond before its end, and is at its end', async () => {
    world.now = atEnd(1);
    await nightly(new Date(end.getTime() - 1));
    expect(await settle()).toBe(0);
    await nightly(end);
    expect(await settle()).toBe(1);
  });

  test('[C3] [H3] is paid after two days from what is known; what comes later is not paid, and the import says so', async () => {
    world.now = new Date(atEnd(48).getTime() - 1);
    expect(await settle()).toBe(0);
    world.now = atEnd(48);
    expect(await settle()).toBe(1);
    expect(await ana.balance()).toBe(1000);
    world.now = atEnd(49);
    expect(await nightly(undefined)).toEqual({ added: 1, known: 0, late: 1 });
    expect(await settle()).toBe(0);
    expect([await ana.balance(), await licence()]).toMatchObject([1000, { Profit: 0 }]);
  });

  test.each([
    [0, 0],
    [3, 3],
  ])('[C3] waits for at most the %i hours that are set', async (hours, until) => {
    await transaction(world.db, (tx) => writeSetting(tx, awaitedHours, hours, { startsAt: world.now }));
    world.now = new Date(atEnd(until).getTime() - 1);
    expect(await settle()).toBe(0);
    world.now = atEnd(until);
    expect(await settle()).toBe(1);
  });

  test('[C3] [L16] holds up nobody: what ended later and awaits nothing is paid before it', async () => {
    const bia = await world.investor({ balance: '30' });
    await bia.post('/api/stake', { amount: 30, time_stake: 30 });
    world.forward(1);
    expect(await settle()).toBe(0);
    world.now = new Date(world.now.getTime() + 29 * 24 * hourMs);
    await transaction(world.db, (tx) => writeSetting(tx, awaitedHours, 168, { startsAt: end }));
    const late = await world.investor({ balance: '100' });
    await late.post('/api/copytrade', { amount: 100 });
    world.forward(30);
    expect(await settlePositions(world.db, world.now, noSubscribers, 1)).toBe(2);
    expect(await bia.balance()).toBe(33);
  });
});

test('[C3] [H3] a feed is not complete until an instant to come, and never becomes less complete', async () => {
  const complete = (completeUntil: Date) => importLines(world.db, [], { now: world.now, completeUntil });
  await expect(complete(new Date(world.now.getTime() + 1))).rejects.toMatchObject({ code: 'complete_until_in_future' });
  expect(await complete(end)).toMatchObject({ completeUntil: end.toISOString() });
  expect(await complete(atEnd(-5))).toMatchObject({ completeUntil: end.toISOString() });
  expect(await importLines(world.db, [], { now: world.now, product: 'primezord' })).toEqual({
    added: 0,
    known: 0,
    late: 0,
  });
  expect(await settle()).toBe(1);
});

test('[C3] an operation that closed before its feed was said to be complete comes late, and is for whoever still runs', async () => {
  const bia = await world.investor({ balance: '100' });
  world.now = atEnd(-24);
  await bia.post('/api/copytrade', { amount: 100 });
  world.now = atEnd(2);
  await importLines(world.db, [], { now: world.now, completeUntil: world.now });
  await settle();
  expect(await nightly(undefined)).toMatchObject({ added: 1, late: 1 });
  expect(await licence()).toMatchObject({ Profit: 0 });
  expect((await bia.get('/api/copytrade')).json<Licence[]>()).toMatchObject([{ Profit: 5, AwaitsOperations: false }]);
});
