import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { transaction } from '#database/server/transaction.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import type { Notice } from '../contract.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

async function noticesOf(who: TestInvestor, query = ''): Promise<Notice[]> {
  const answer = await who.get(`/api/notices${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<Notice[]>();
}

const unreadOf = async (who: TestInvestor): Promise<number> =>
  (await who.get('/api/notices/unread')).json<{ Count: number }>().Count;

async function openStake(who: TestInvestor, amount = 100): Promise<string> {
  const answer = await who.post('/api/stake', { amount, time_stake: 30 });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ Id: string }>().Id;
}

test('[S7] a maturing stake produces one notice, whoever settles it and however often', async () => {
  const ana = await world.investor({ balance: '500' });
  await openStake(ana);
  world.forward(30);
  await Promise.all(Array.from({ length: 6 }, () => settlePositions(world.db, world.now, subscribers)));
  await world.settle();
  const said = await noticesOf(ana);
  expect(said).toMatchObject([{ Kind: 'stake_matured', Amount: 100, Profit: 10, Days: 30, Read: false }]);
  expect(said[0]?.Date).toBe(world.now.toISOString());
  expect(await unreadOf(ana)).toBe(1);
});

test('a cause reported twice is recorded once, even when both reports are concurrent', async () => {
  const ana = await world.investor();
  const event = { customerId: ana.id, change: 'second_key_added', cause: `second:${ana.id}`, device: null } as const;
  await Promise.all(
    Array.from({ length: 5 }, () => transaction(world.db, (tx) => subscribers.onSecurityChange(tx, event))),
  );
  expect(await noticesOf(ana)).toMatchObject([{ Kind: 'second_key_added', Amount: null }]);
});

test('a notice is rolled back with its cause', async () => {
  const ana = await world.investor();
  const event = { customerId: ana.id, change: 'second_key_removed', cause: `gone:${ana.id}`, device: null } as const;
  await expect(
    transaction(world.db, async (tx) => {
      await subscribers.onSecurityChange(tx, event);
      throw new Error('for a test');
    }),
  ).rejects.toThrow('for a test');
  expect(await noticesOf(ana)).toEqual([]);
});

test("[W2] a day's bonuses are one notice that grows and becomes unread again when it does", async () => {
  const ana = await world.investor();
  const bia = await world.investor({ balance: '500', broughtBy: ana });
  await openStake(bia, 100);
  world.forward(0.1);
  await openStake(bia, 60);
  expect(await noticesOf(ana)).toEqual([]);
  world.forward(29.9);
  await world.settle();
  const first = (await noticesOf(ana)).find(({ Kind }) => Kind === 'bonus_received');
  expect(first).toMatchObject({ Amount: 5, Count: 1, Read: false });
  await ana.post('/api/notices/read', { ids: [first?.Id] });
  world.forward(0.1);
  await world.settle();
  expect(await noticesOf(ana)).toContainEqual(
    expect.objectContaining({ Id: first?.Id, Kind: 'bonus_received', Amount: 8, Count: 2, Read: false }),
  );
  expect((await noticesOf(ana)).map(({ Kind, Amount, Count }) => [Kind, Amount, Count])).toEqual(
    expect.arrayContaining([
      ['residual_received', 0.48, 2],
      ['bonus_received', 8, 2],
    ]),
  );
});

test('marks notices as read, either up to a given one or those listed', async () => {
  const ana = await world.investor({ balance: '500' });
  for (let n = 0; n < 4; n += 1) {
    await openStake(ana, 10);
    world.forward(30);
    await world.settle();
  }
  const [newest, second, third, oldest] = await noticesOf(ana);
  expect(await unreadOf(ana)).toBe(4);
  const upTo = await ana.post('/api/notices/read', { upto: third?.Id });
  expect([upTo.statusCode, upTo.json()]).toEqual([200, { Count: 2 }]);
  const listed = await ana.post('/api/notices/read', { ids: [newest?.Id, oldest?.Id] });
  expect(listed.json()).toEqual({ Count: 1 });
  expect((await noticesOf(ana)).filter(({ Read }) => !Read).map(({ Id }) => Id)).toEqual([second?.Id]);
});

test('notices are paginated, newest first', async () => {
  const ana = await world.investor({ balance: '500' });
  for (let n = 0; n < 3; n += 1) await openStake(ana, 10);
  world.forward(30);
  await world.settle();
  const all = await noticesOf(ana);
  const first = await ana.get('/api/notices?limit=2');
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
  const pages = [...first.json<Notice[]>(), ...(await ana.get(next)).json<Notice[]>()];
  expect(pages.map(({ Id }) => Id)).toEqual(all.map(({ Id }) => Id));
  expect(pages).toHaveLength(3);
});

test('a customer reads and marks only their own notices', async () => {
  const ana = await world.investor({ balance: '500' });
  const eva = await world.investor();
  await openStake(ana);
  world.forward(30);
  await world.settle();
  const [mine] = await noticesOf(ana);
  expect(await noticesOf(eva)).toEqual([]);
  expect((await eva.post('/api/notices/read', { upto: mine?.Id })).statusCode).toBe(404);
  expect((await eva.post('/api/notices/read', { ids: [mine?.Id] })).json()).toEqual({ Count: 0 });
  expect(await unreadOf(ana)).toBe(1);
});

test.each([
  ['nothing', {}],
  [
    'both ways at once',
    { upto: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', ids: ['6f9619ff-8b86-4d01-b42d-00cf4fc964ff'] },
  ],
  ['no id', { upto: 'x' }],
  ['an empty list', { ids: [] }],
  ['too many', { ids: Array<string>(101).fill('6f9619ff-8b86-4d01-b42d-00cf4fc964ff') }],
])('marking as read refuses %s', async (_, body) => {
  const ana = await world.investor();
  expect((await ana.post('/api/notices/read', body)).statusCode).toBe(422);
});

test('each customer chooses their own emails, and an omitted preference is unchanged', async () => {
  const ana = await world.investor();
  const eva = await world.investor();
  const put = (who: TestInvestor, body: object) =>
    world.ask({ method: 'PUT', url: '/api/notices/letters', headers: { authorization: who.token }, body });
  expect((await ana.get('/api/notices/letters')).json()).toEqual({
    Maturities: true,
    Withdrawals: true,
    Announcements: true,
  });
  expect((await put(ana, { maturities: false })).json()).toEqual({
    Maturities: false,
    Withdrawals: true,
    Announcements: true,
  });
  expect((await put(ana, { withdrawals: false })).json()).toEqual({
    Maturities: false,
    Withdrawals: false,
    Announcements: true,
  });
  expect((await eva.get('/api/notices/letters')).json()).toEqual({
    Maturities: true,
    Withdrawals: true,
    Announcements: true,
  });
  expect((await put(ana, { maturities: 'no' })).statusCode).toBe(422);
});

test.each([
  ['GET', '/api/notices'],
  ['GET', '/api/notices/unread'],
  ['POST', '/api/notices/read'],
  ['GET', '/api/notices/letters'],
  ['PUT', '/api/notices/letters'],
  ['GET', '/api/events'],
] as const)('[A5] %s %s rejects a missing token and a logged-out one', async (method, url) => {
  const left = await world.investor();
  await left.post('/auth/logout');
  for (const headers of [{}, { authorization: left.token }]) {
    expect((await world.ask({ method, url, headers, ...(method === 'GET' ? {} : { body: {} }) })).statusCode).toBe(401);
  }
});
