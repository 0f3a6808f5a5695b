import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import { lastAction, lastroOf } from '../testing/type-command.ts';

const dayMs = 86_400_000;
let world: World;

beforeAll(async () => {
  world = await openWorld();
  // Stakes are opened at the present time, so that they are running by the database's own clock.
  world.now = new Date();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

async function statusesOf(investor: Awaited<ReturnType<World['investor']>>): Promise<string[]> {
  world.now = (await readBusinessClock(world.db)).now;
  const stakes = (await investor.get('/api/stakes?limit=500')).json<{ Status: string }[]>();
  return stakes.map((stake) => stake.Status);
}

test('[R1] [R2] [S7] moving the clock settles everything that falls due, and nothing else', async () => {
  const ana = await world.investor({ balance: '2000.00' });
  for (let n = 0; n < 120; n += 1) await ana.post('/api/stake', { amount: 10, time_stake: 30 });
  await ana.post('/api/stake', { amount: 300, time_stake: 60 });

  const early = await lastroOf(world)('clock forward 29d');
  expect([early.exit, early.out]).toEqual([0, expect.stringContaining('29d ahead')]);
  expect(new Set(await statusesOf(ana))).toEqual(new Set(['in_progress']));

  const { exit, out } = await lastroOf(world)('clock forward 1d1h --json');
  expect([exit, JSON.parse(out)]).toMatchObject([0, { aheadMs: 30 * dayMs + 3_600_000, settled: 120 }]);
  expect(await lastAction(world)).toMatchObject({ action: 'clock forward', details: { span: '1d1h' } });
  const statuses = await statusesOf(ana);
  expect(statuses.filter((status) => status === 'finished').length).toBe(120);
  expect(statuses.filter((status) => status === 'in_progress').length).toBe(1);
  expect(await ana.balance()).toBe(2000 - 300 + 120);
});

test('[R1] [S7] returns only once positions held by another worker are settled too', async () => {
  const davi = await world.investor({ balance: '10.00' });
  world.now = (await readBusinessClock(world.db)).now;
  await davi.post('/api/stake', { amount: 10, time_stake: 30 });
  const worker = await world.db.pool.connect();
  await worker.query('BEGIN');
  await worker.query(`SELECT ledger.hold_accounts(ARRAY[$1::uuid])`, [davi.id]);

  let isBack = false;
  const forward = lastroOf(world)('clock forward 31d').then((typed) => ((isBack = true), typed));
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(isBack).toBe(false);
  await worker.query('ROLLBACK');
  worker.release();
  expect((await forward).exit).toBe(0);
  expect(await statusesOf(davi)).toEqual(['finished']);
});

test('[R1] concurrent moves by two operators add up', async () => {
  const before = (await readBusinessClock(world.db)).aheadMs;
  await Promise.all([lastroOf(world)('clock forward 1d'), lastroOf(world)('clock forward 2d')]);
  expect((await readBusinessClock(world.db)).aheadMs).toBe(before + 3 * dayMs);
  const { out } = await lastroOf(world)('clock show --json');
  expect(JSON.parse(out).aheadMs).toBe(before + 3 * dayMs);
});

test.each(['30', 'tomorrow', '-1d', '0d'])('[R1] refuses to move the clock by %j', async (span) => {
  const { exit, err } = await lastroOf(world)('clock forward', '--', span);
  expect([exit, err]).toEqual([2, expect.stringContaining(`Not a duration: ${span}.`)]);
});

test('[R1] nor by more than a hundred years', async () => {
  const { exit, err } = await lastroOf(world)('clock forward 40000d');
  expect([exit, err]).toEqual([1, 'The clock would be more than a hundred years ahead.\n']);
});
