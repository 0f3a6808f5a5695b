import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireOne } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { botOwner } from '#testing/server/bot-owner.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { completeFeeds, importLines, line } from '#testing/server/import-lines.ts';
import { withdrawImport } from './withdraw-import.ts';

let world: CopytradeWorld;
let ana: Awaited<ReturnType<typeof botOwner>>;
beforeEach(async () => {
  world = await openCopytradeWorld();
  ana = await botOwner(world, { balance: '250', wallet: 50 });
});
afterEach(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** Imports operations of now, each with its payout, and returns the import's number. */
async function give(payouts: Readonly<Record<string, string>>, options = {}): Promise<number> {
  const lines = Object.entries(payouts).map(([reference, payout]) => line(world.now, payout, reference));
  const { number } = await importLines(world.db, lines, { now: world.now, by: 'Nara', ...options });
  return number ?? 0;
}
const undo = (id: number) => transaction(world.db, (tx) => withdrawImport(tx, id, 'Nara, Rui'));
const feed = () =>
  requireOne<Record<string, unknown>>(
    world.db,
    `SELECT last_number, complete_until, (SELECT count(*)::integer FROM operations WHERE product = f.product) AS operations,
       (SELECT total FROM payout_index WHERE product = f.product ORDER BY happened_at DESC LIMIT 1) AS total
     FROM payout_feeds f WHERE product = 'copytrade'`,
  );
const results = async () =>
  (await world.db.query<{ result: bigint }>(`SELECT result FROM positions WHERE state = 'ended'`)).map(
    ({ result }) => result,
  );

test('[H3] [L14] a mistaken import is withdrawn whole, its references are free again, and what runs is paid by the right one alone', async () => {
  await ana.post('/api/copytrade', { amount: 100 });
  world.forward(1);
  await give({ kept: '1' }, { completeUntil: world.now });
  const before = await feed();
  world.forward(1);
  const mistaken = await give({ first: '90', second: '-5' }, { completeUntil: world.now });
  const later = await give({ later: '2' });
  expect(await undo(mistaken)).toBe('withdrawn');
  // What one import said of completeness goes with it; the numbers of what left are nobody else's.
  expect(await feed()).toEqual({ ...before, last_number: 4n, operations: 2, total: 3_000_000n });
  expect(await undo(mistaken)).toBe('withdrawn_before');
  expect(await undo(999)).toBe('unknown');
  await give({ first: '3' });
  world.forward(60);
  await completeFeeds(world.db, world.now);
  await world.settle();
  // 1 + 2 + 3 per cent of 100.
  expect(await results()).toEqual([6_000_000n]);
  expect([await undo(later), (await feed())['operations']]).toEqual(['paid', 3]);
});

test('[H3] [C3] whichever of two imports is withdrawn first, the feed is as complete as before both', async () => {
  const ids: number[] = [];
  for (const reference of ['one', 'other']) {
    world.forward(1);
    ids.push(await give({ [reference]: '1' }, { completeUntil: world.now }));
  }
  for (const id of ids) expect(await undo(id)).toBe('withdrawn');
  expect((await feed())['complete_until']).toBeNull();
});

test('[H3] an import that only let positions be paid stays, too: they were awaited no longer because of it', async () => {
  await ana.post('/api/copytrade', { amount: 100 });
  world.forward(31);
  const late = await give({ after: '1' }, { completeUntil: world.now });
  await world.settle();
  expect(await results()).toEqual([0n]);
  expect(await undo(late)).toBe('paid');
});

test('[H3] [L16] withdrawn while positions are paid: each is paid with it and it stays, or without it and it is gone', async () => {
  for (let round = 0; round < 6; round += 1) {
    await ana.post('/api/copytrade', { amount: 50 });
    world.forward(1);
    const id = await give({ [`race-${round}`]: '10' });
    world.forward(40);
    await completeFeeds(world.db, world.now);
    const [outcome] = await Promise.all([undo(id), world.settle()]);
    await world.settle();
    const [row] = await world.db.query<{ payouts: bigint }>(
      `SELECT payouts FROM positions WHERE state = 'ended' ORDER BY started_at DESC LIMIT 1`,
    );
    expect([outcome, row?.payouts]).toEqual(outcome === 'paid' ? ['paid', 10_000_000n] : ['withdrawn', 0n]);
    expect(await world.audit()).toEqual([]);
  }
});

test('[H3] [L5] the server’s own login takes no operation away and puts none aside', async () => {
  await give({ one: '1' });
  for (const sql of [
    'DELETE FROM operations',
    'INSERT INTO withdrawn_operations SELECT * FROM operations',
    `UPDATE operation_imports SET withdrawn_at = now(), withdrawn_by = 'x'`,
  ])
    await expect(world.db.query(sql)).rejects.toThrow(/permission denied/);
  await expect(askAsOwner(world.db.adminUrl, 'DELETE FROM operations')).rejects.toThrow(/never changed/);
});
