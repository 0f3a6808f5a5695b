import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { carry } from '#network/server/testing/report.ts';
import { lastAction, lastroOf } from '../testing/type-command.ts';

let world: World;

beforeAll(async () => void (world = await openWorld({ treasury: '0' })));
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

test('[R1] [R2] funding the treasury makes room for promises', async () => {
  const ana = await world.investor({ balance: '300.00' });
  const stake = { amount: 300, time_stake: 60 };
  expect((await ana.post('/api/stake', stake)).json().code).toBe('no_capacity');

  const { exit, out } = await lastroOf(world)('treasury fund 1000.05');
  expect([exit, out]).toEqual([0, 'Added to the treasury: 1000.05 USD. Left to promise: 1000.05 USD.\n']);
  expect(await lastAction(world)).toMatchObject({ action: 'treasury fund', details: { usd: '1000.05' } });

  expect((await ana.post('/api/stake', stake)).statusCode).toBe(201);
  const { out: shown } = await lastroOf(world)('treasury show --json');
  const awards = { awardsOwed: 0, bonusesWaiting: 0 };
  expect(JSON.parse(shown)).toEqual({ treasury: 925.05, promised: 75, funded: 1300.05, fees: 0, ...awards });
});

test('[R1] [W2] shows the bonuses that wait for their positions, so that they can be funded', async () => {
  const eva = await world.investor({ broughtBy: await world.investor(), balance: '300.00' });
  expect((await eva.post('/api/stake', { amount: 300, time_stake: 60 })).statusCode).toBe(201);
  await carry(world);
  const { out } = await lastroOf(world)('treasury show');
  expect(out).toContain('awards owed      0.00 USD\nbonuses waiting  15.00 USD\n');
});

test('[R1] spreads the money over all parts, so that openings need not contend for one row', async () => {
  await lastroOf(world)('treasury fund 1000000');
  const parts = await world.db.query('SELECT FROM ledger.treasury WHERE balance > 1000000');
  expect(parts).toHaveLength(16);
});

test('[R1] accepts the smallest and the largest amount', async () => {
  expect((await lastroOf(world)('treasury fund 0.01')).exit).toBe(0);
  expect((await lastroOf(world)('treasury fund 1000000000')).exit).toBe(0);
});

test.each(['0', '0.00', '1.001', '1e6', 'NaN', '1,000', '1000000000.01', 'ten', '0x10'])(
  '[R1] refuses to fund %j',
  async (amount) => {
    const before = await lastroOf(world)('treasury show');
    const { exit, err } = await lastroOf(world)('treasury fund', amount);
    expect([exit, err]).toEqual([2, expect.stringContaining('usd: Not an amount')]);
    expect(await lastroOf(world)('treasury show')).toEqual(before);
  },
);
