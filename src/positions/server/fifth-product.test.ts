import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { percent, usd } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import type { ProductTraits } from '../registry.ts';
import { type GuardMove, nobodyGuards } from '#database/server/guard-move.ts';
import type { CustomerId } from '#http/server/investor.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import type { TestInvestor, World } from '#testing/server/world.ts';

/**
 * What a new product costs the rest of the code: one line of the registry and one `add_product()`. All of Lastro is reloaded with a product
 * table that has a fifth and a sixth line, and nothing else is changed.
 */
const fifth = {
  wire: 'testnote',
  yield: 'fixed',
  source: 'balance',
  cancelFee: percent('5'),
  states: { running: 'running', ended: 'paid', canceled: 'left' },
  folder: 'testnote',
  screen: '/testnote',
  history: { tab: 'testnotes', place: 10 },
  notice: 'testnote_ended',
} as const satisfies ProductTraits;
const product = 'testnote' as 'stake';

/** A sixth, which earns from operations and is paid from the bot's wallet. */
const sixth = {
  wire: 'testbot',
  yield: 'traded',
  source: 'zord',
  states: { running: 'running', ended: 'paid' },
  folder: 'testbot',
  screen: '/testbot',
  history: { tab: 'testbots', place: 11 },
  notice: 'testbot_ended',
} as const satisfies ProductTraits;
const traded = 'testbot' as 'primezord';

async function loadWithFive() {
  vi.resetModules();
  vi.doMock('#positions/products.ts', async (original) => {
    const table = await original<{ registry: Record<string, ProductTraits> }>();
    return { ...table, registry: { ...table.registry, testnote: fifth, testbot: sixth } };
  });
  const [worlds, opening, leaving, settling, transactions, gathering, events, maturities, importing] =
    await Promise.all([
      import('#testing/server/world.ts'),
      import('./open-position.ts'),
      import('./cancel-position.ts'),
      import('./list-positions.ts'),
      import('#database/server/transaction.ts'),
      import('#database/server/gather-calls.ts'),
      import('#app/server/subscribers.ts'),
      import('./present-position.ts'),
      import('#testing/server/import-lines.ts'),
    ]);
  return {
    ...worlds,
    ...opening,
    ...leaving,
    ...settling,
    ...transactions,
    ...gathering,
    ...events,
    ...maturities,
    ...importing,
  };
}

const everything = { start: undefined, end: undefined, tz: 'UTC', limit: 100, after: undefined };

let lastro: Awaited<ReturnType<typeof loadWithFive>>;
let world: World;
let ana: TestInvestor;

beforeAll(async () => {
  lastro = await loadWithFive();
  world = await lastro.openWorld();
  await askAsOwner(world.db.adminUrl, `SELECT add_product('testnote', 'fixed', 'balance', true)`);
  await askAsOwner(world.db.adminUrl, `SELECT add_product('testbot', 'traded', 'zord', false)`);
  ana = await world.investor({ balance: '1000' });
});
afterAll(async () => {
  await world.close();
  // Later tests have four products again.
  vi.doUnmock('#positions/products.ts');
  vi.resetModules();
});

const open = (amount: string) =>
  lastro.transaction(world.db, async (tx) =>
    lastro.openPosition(tx, {
      product,
      customerId: ana.id,
      amount: usd(amount),
      rate: percent('20'),
      promised: usd(String(Number(amount) / 5)),
      startedAt: world.now,
      endsAt: addDays(world.now, 40),
    }),
  );

const read = async <Body>(url: string): Promise<Body> => {
  const answer = await ana.get(url);
  expect([url, answer.statusCode]).toEqual([url, 200]);
  return answer.json<Body>();
};

test('[S7] [L11] a newly registered product opens, accrues and is cancelled early, no sooner than its guard allows, and the books balance', async () => {
  const [kept, left] = [await open('300'), await open('100')];
  expect(await ana.balance()).toBe(600);
  world.forward(10);
  expect(lastro.presentPosition(product, kept, world.now)).toMatchObject({
    Amount: 300,
    Profit: 15,
    Progress: 25,
    Status: 'running',
  });
  const leaving = {
    id: left.id,
    customerId: ana.id,
    session: '',
    approval: undefined,
    product,
    now: world.now,
    refuseEnded: () => expect.unreachable(),
  };
  const leave = (guard: GuardMove) =>
    lastro.transaction(world.db, (tx) => lastro.cancelPosition(tx, leaving, guard, lastro.subscribers));
  await expect(leave(() => Promise.reject(new Error('not shown')))).rejects.toThrow('not shown');
  expect(await ana.balance()).toBe(600);
  await leave(nobodyGuards);
  expect(await ana.balance()).toBe(695);
  expect(await world.audit()).toEqual([]);
});

test('[S7] openings of it by several customers commit together', async () => {
  const customers = await Promise.all([1, 2, 3, 4, 5].map(() => world.investor({ balance: '10' })));
  const dates = { startedAt: world.now, endsAt: addDays(world.now, 40) };
  const opened = await Promise.all(
    customers.map(async ({ id: customerId }) => {
      const wished = { product, customerId, amount: usd('10'), rate: percent('20'), promised: usd('2'), ...dates };
      const { statement, values } = lastro.openingRow(wished, () => null);
      const call = [null, 'a key', Buffer.from('the same'), 'opened', null];
      expect(await lastro.gatherCall(world.db, statement, customerId, [...call, ...values])).toBe(null);
      return values[1];
    }),
  );
  const written = 'SELECT count(DISTINCT xmin::text)::int AS commits FROM positions WHERE id = ANY ($1)';
  expect(await world.db.query(written, [opened])).toEqual([{ commits: 1 }]);
  expect(await world.audit()).toEqual([]);
});

interface Line {
  Kind: string;
  Amount: number;
  Balance: number;
}
const lines = async (count: number): Promise<string[]> =>
  (await read<Line[]>(`/api/statement?limit=${count}`)).map(
    ({ Kind, Amount, Balance }) => `${Kind} ${Amount} ${Balance}`,
  );

test('[S7] every view shows it: maturities, the statement, the totals and the explanations', async () => {
  const position = await open('200');
  const { id, startedAt, endsAt } = position;
  expect(await lines(3)).toEqual(['testnote_opened -200 495', 'testnote_canceled 95 695', 'testnote_opened -100 600']);
  world.forward(10);
  const [listed] = await lastro
    .listPositions(
      world.db,
      product,
      { investor: { id: ana.id as CustomerId, now: world.now }, query: everything },
      (one, now) => lastro.presentPosition(product, one, now),
    )
    .then(({ rows }) => rows);
  expect(listed).toMatchObject({ Id: id, Amount: 200, Profit: 10, Status: 'running' });
  expect(await read<object[]>('/api/maturities')).toContainEqual({
    Id: id,
    Product: 'testnote',
    AwaitsOperations: false,
    Start: startedAt.toISOString(),
    End: endsAt.toISOString(),
    Amount: 200,
    Profit: 40,
    Promised: true,
  });
  expect(await read('/api/maturities/months')).toMatchObject([
    { Positions: 2, Amount: 500, Promised: 100, Testnote: 600 },
  ]);
  // 30 from the one that has run for twenty days, and 10 from the one that has run for ten.
  expect(await read('/api/homereport')).toMatchObject({ TotalEarnings: 40, TotalEarned: 0 });

  const why = (figure: string) => read<{ Value: number; Parts: string[] }>(`/api/explanations/${ana.id}/${figure}`);
  expect(await why('wealth')).toMatchObject({
    Value: 495 + 500 + 40,
    Parts: expect.arrayContaining(['testnote-wealth']),
  });
  expect(await why('earnings')).toMatchObject({ Value: 40, Parts: expect.arrayContaining(['testnote-earnings']) });
  for (const [figure, Value] of Object.entries({ 'in-testnote': 500, 'testnote-accrued': 40, 'testnote-wealth': 540 }))
    expect(await why(figure)).toMatchObject({ Figure: figure, Value });
  expect(await why(`testnote/${id}`)).toMatchObject({
    Value: 10,
    Position: { Amount: 200, Rate: 20, Start: startedAt.toISOString(), End: endsAt.toISOString() },
  });
  expect(await read(`/api/explanations/${ana.id}/testnote/${id}/postings`)).toMatchObject([
    { Kind: 'testnote_opened', From: 'treasury', To: 'promised', Amount: 40, Reference: id },
    { Kind: 'testnote_opened', From: 'balance', To: 'invested', Amount: 200, Reference: id },
  ]);
  expect(await world.audit()).toEqual([]);
});

test('[S7] it matures and is paid by the settlement of all products, and every view shows it', async () => {
  world.forward(40);
  // Two of Ana's, and the five that were opened together.
  expect([await world.settle(), await ana.balance()]).toEqual([7, 1095]);
  expect(await lines(4)).toEqual([
    'testnote_matured 40 1095',
    'testnote_matured 200 1055',
    'testnote_matured 60 855',
    'testnote_matured 300 795',
  ]);
  expect(await read('/api/maturities')).toEqual([]);
  expect(await read('/api/homereport')).toMatchObject({ TotalEarnings: 100, TotalEarned: 100 });
  const earned = await read<{ Value: number }>(`/api/explanations/${ana.id}/testnote-earned`);
  expect(earned.Value).toBe(100);
  expect(await world.audit()).toEqual([]);
});

test('[S7] its history can be downloaded, and its end produces a notice', async () => {
  const file = await ana.get('/api/history/testnotes.csv');
  expect([file.statusCode, file.body.trimEnd().split('\r\n').length]).toEqual([200, 1 + 3]);
  const notices = await read<{ Kind: string; Profit: number }[]>('/api/notices');
  // Same timestamp, so either order is possible.
  expect(notices.map(({ Kind, Profit }) => `${Kind} ${Profit}`).toSorted()).toEqual([
    'testnote_ended 40',
    'testnote_ended 60',
  ]);
});

test('[S7] a traded one, paid from the bot’s wallet, earns from its operations and is shown next to the wallet', async () => {
  const bea = await world.investor({ balance: '300' });
  await bea.post('/api/bot/subscribe', {});
  await bea.post('/api/bot/deposit', { amount: 100 });
  await bea.post('/api/bot/invest', { amount: 25 });
  const free = await bea.balance();
  const position = await lastro.transaction(world.db, async (tx) =>
    lastro.openPosition(tx, {
      product: traded,
      customerId: bea.id,
      amount: usd('40'),
      startedAt: world.now,
      endsAt: addDays(world.now, 10),
    }),
  );
  world.forward(1);
  await lastro.importLines(world.db, [lastro.line(world.now, '10', 't1')], { product: traded, now: world.now });
  const ask = async <Body>(url: string): Promise<Body> => (await bea.get(url)).json<Body>();
  const parts = { Balance: free, Stake: 0, Copytrade: 0, Vault: 0, Testnote: 0, Primezord: 35 + 25, Testbot: 40 + 4 };
  const [today] = await ask<object[]>('/api/equity');
  expect(today).toMatchObject({ ...parts, Total: free + 100 + 4, Shown: { ...parts, Total: free + 100 + 4 } });
  for (const [figure, Value] of Object.entries({
    'zord-blocked': 25,
    'primezord-wealth': 60,
    'in-testbot': 40,
    'testbot-wealth': 44,
    wealth: free + 104,
  }))
    expect(await ask(`/api/explanations/${bea.id}/${figure}`)).toMatchObject({ Figure: figure, Value });
  expect(await ask('/api/bot/wallet')).toMatchObject({ Balance: 60, Available: 35, Blocked: 25 });
  world.forward(10);
  expect(await world.settle()).toBe(1);
  expect(await ask('/api/bot/wallet')).toMatchObject({ Balance: 60 + 44, Available: 35 + 44, Blocked: 25 });
  expect(await ask('/api/report')).toMatchObject([{ Product: 'testbot', Payout: 10, Profit: 4 }]);
  expect(await ask('/api/notices')).toMatchObject([{ Kind: 'testbot_ended', Reference: position.id, Profit: 4 }]);
  expect(await world.audit()).toEqual([]);
});
