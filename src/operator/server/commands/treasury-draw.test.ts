import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { carry } from '#network/server/testing/report.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { lastAction, lastroOf } from '../testing/type-command.ts';

let world: World;
beforeAll(async () => void (world = await openWorld({ treasury: '0' })));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const draw = (usd: string) => lastroOf(world)(`treasury draw ${usd} --reason`, 'the quarter is over');
async function left(): Promise<number> {
  return JSON.parse((await lastroOf(world)('treasury show --json')).out).treasury;
}

test('[R6] exactly what is not promised to anybody can be drawn, across all parts', async () => {
  await lastroOf(world)('treasury fund 1000.05');
  expect((await draw('900.01')).out).toBe('Drawn from the treasury: 900.01 USD. Left to promise: 100.04 USD.\n');
  expect(await lastAction(world)).toMatchObject({
    action: 'treasury draw',
    details: { usd: '900.01', reason: 'the quarter is over' },
  });
  expect((await draw('100.05')).err).toBe('100.05 USD is more than is left to promise: 100.04 USD.\n');
  expect((await draw('100.04')).exit).toBe(0);
  expect(await left()).toBe(0);
});

test('[R6] what is promised, and what will fund awards, cannot be drawn', async () => {
  await lastroOf(world)('treasury fund 175');
  const eva = await world.investor({ broughtBy: await world.investor(), balance: '300.00' });
  expect((await eva.post('/api/stake', { amount: 300, time_stake: 60 })).statusCode).toBe(201);
  await carry(world);
  expect(await left()).toBe(100);
  expect((await draw('85.01')).err).toContain('more than is left to promise: 85.00 USD');
  expect((await draw('85')).exit).toBe(0);
  expect(await left()).toBe(15);
});

test('[R6] twenty concurrent draws never take out more than is available', async () => {
  const before = await left();
  await lastroOf(world)('treasury fund 100');
  const typed = await Promise.all(Array.from({ length: 20 }, () => draw('30')));
  const done = typed.filter(({ exit }) => exit === 0).length;
  expect(done).toBe(3);
  expect(await left()).toBe(before + 100 - 90);
  for (const { err, exit } of typed) if (exit !== 0) expect(err).toMatch(/more than is left to promise|try again/);
});

test('[R6] a draw concurrent with new promises takes nothing that was promised', async () => {
  await lastroOf(world)('treasury fund 200');
  const savers = await Promise.all(Array.from({ length: 10 }, () => world.investor({ balance: '300.00' })));
  const before = await left();
  const [statuses, typed] = await Promise.all([
    Promise.all(savers.map((who) => who.post('/api/stake', { amount: 300, time_stake: 60 }))),
    Promise.all(Array.from({ length: 10 }, () => draw('20'))),
  ]);
  const promised = statuses.filter(({ statusCode }) => statusCode === 201).length * 75;
  const drawn = typed.filter(({ exit }) => exit === 0).length * 20;
  expect(await left()).toBe(before - promised - drawn);
});

test.each(['0', '-1', '1.001', 'ten'])('[R6] refuses to draw %j', async (amount) => {
  expect((await draw(amount)).exit).toBe(2);
});

test('[R6] refuses to draw without a reason', async () => {
  expect((await lastroOf(world)('treasury draw 1')).exit).toBe(2);
});
