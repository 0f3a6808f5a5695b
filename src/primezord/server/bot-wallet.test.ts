import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import type { Operation } from '#payouts/contract.ts';
import { noSubscribers } from '#ledger/server/domain-events.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import { completeFeeds, importLines, line } from '#testing/server/import-lines.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import type { BotWallet, Investment } from '../contract.ts';
import { botAmounts } from './bot-settings.ts';
import { botOwner } from '#testing/server/bot-owner.ts';

let world: World;
let count = 0;
beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const wallet = async (investor: TestInvestor): Promise<BotWallet> => (await investor.get('/api/bot/wallet')).json();
const investments = async (investor: TestInvestor): Promise<Investment[]> =>
  (await investor.get('/api/bot/investments')).json();
const invest = (investor: TestInvestor, amount: number): ReturnType<TestInvestor['post']> =>
  investor.post('/api/bot/invest', { amount });

function operation(payout: string): Promise<unknown> {
  count += 1;
  return importLines(world.db, [line(world.now, payout, `BOT-${count}`)], { now: world.now, product: 'primezord' });
}

describe('the wallet', () => {
  test('[Z2] is empty at first; an unknown dollar rate is reported as 0', async () => {
    const ana = await botOwner(world);
    expect(await wallet(ana)).toEqual({ Balance: 0, Available: 0, Blocked: 0, DollarRate: 0 });
  });

  test('[Z4] a deposit comes from the balance, a withdrawal returns to it', async () => {
    const ana = await botOwner(world, { balance: '300' });
    const deposited = await ana.post('/api/bot/deposit', { amount: 250 });
    expect([deposited.statusCode, deposited.json()]).toEqual([
      201,
      { Balance: 250, Available: 250, Blocked: 0, DollarRate: 0 },
    ]);
    expect(await ana.balance()).toBe(50);
    const withdrawn = await ana.post('/api/bot/withdraw', { amount: 100 });
    expect([withdrawn.statusCode, withdrawn.json<BotWallet>().Available, await ana.balance()]).toEqual([201, 150, 150]);
  });

  test('[Z4] only what is available can be withdrawn', async () => {
    const ana = await botOwner(world, { wallet: 100 });
    await invest(ana, 50);
    const refused = await ana.post('/api/bot/withdraw', { amount: 100 });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'insufficient_balance']);
    expect(await wallet(ana)).toMatchObject({ Balance: 100, Available: 50, Blocked: 50 });
  });

  test('[Z4] everything available can be withdrawn to the cent, whatever operations made of it', async () => {
    const ana = await botOwner(world, { wallet: 50 });
    await invest(ana, 25);
    await operation('1.4837');
    world.forward(31);
    await completeFeeds(world.db, world.now);
    await settlePositions(world.db, world.now, noSubscribers);
    const { Available } = await wallet(ana);
    expect(Available).toBe(50.370925);
    for (const amount of [50.36, 50.38]) {
      expect((await ana.post('/api/bot/withdraw', { amount })).json<{ code: string }>().code).toBe(
        'amount_not_allowed',
      );
    }
    const withdrawn = await ana.post('/api/bot/withdraw', { amount: 50.37 });
    expect([withdrawn.statusCode, withdrawn.json<BotWallet>().Available]).toEqual([201, 0.000925]);
  });

  test.each(['deposit', 'withdraw', 'invest'])(
    '[Z4] %s accepts only listed amounts, and no more than there is',
    async (call) => {
      const ana = await botOwner(world, { balance: '60', wallet: 50 });
      for (const amount of [0, 10, 24.99, 26, 75, 10_000]) {
        const refused = await ana.post(`/api/bot/${call}`, { amount });
        expect([amount, refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
          amount,
          422,
          'amount_not_allowed',
        ]);
      }
      const tooMuch = await ana.post(`/api/bot/${call}`, { amount: 5000 });
      expect([tooMuch.statusCode, tooMuch.json<{ code: string }>().code]).toEqual([422, 'insufficient_balance']);
      for (const body of [{}, { amount: '50' }, { amount: -25 }, { amount: 25.001 }, { amount: null }]) {
        const refused = await ana.post(`/api/bot/${call}`, body);
        expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'invalid_amount']);
      }
      expect((await ana.post(`/api/bot/${call}`, { amount: 25 })).statusCode).toBe(201);
    },
  );

  test.each(['deposit', 'withdraw', 'invest'])(
    '[Z4] fifty identical calls of %s with one key take effect once',
    async (call) => {
      const ana = await botOwner(world, { balance: '1000', wallet: 1000 });
      const before = { ...(await wallet(ana)), balance: await ana.balance() };
      const headers = { 'idempotency-key': `one ${call}` };
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => ana.post(`/api/bot/${call}`, { amount: 100 }, headers)),
      );
      expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1);
      const after = { ...(await wallet(ana)), balance: await ana.balance() };
      expect(Math.abs(after.Available - before.Available)).toBe(100);
      expect(after.Balance + after.balance).toBe(before.Balance + before.balance);
    },
  );
});

describe('investing', () => {
  test('[Z4] blocks the amount for thirty days and lists it', async () => {
    const ana = await botOwner(world, { wallet: 500 });
    const answer = await invest(ana, 100);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      Id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Date: world.now.toISOString(),
      End: new Date(world.now.getTime() + 30 * 86_400_000).toISOString(),
      Amount: 100,
      Profit: 0,
      Progress: 0,
      Status: 'in_progress',
      AwaitsOperations: false,
    });
    expect(await wallet(ana)).toMatchObject({ Balance: 500, Available: 400, Blocked: 100 });
    expect(await investments(ana)).toEqual([answer.json()]);
  });

  test('[Z4] earns from the bot’s operations, not copytrade’s, and returns to the wallet with its result', async () => {
    const ana = await botOwner(world, { wallet: 100 });
    await invest(ana, 100);
    await importLines(world.db, [line(world.now, '90', `C-${count}`)], { now: world.now });
    world.forward(1);
    await operation('2.5');
    world.forward(1);
    await operation('-0.5');
    expect(await investments(ana)).toMatchObject([{ Profit: 2, Status: 'in_progress' }]);
    const report = (await ana.get('/api/bot/reports/operations')).json<Operation[]>();
    expect(report.map(({ Payout, Profit }) => [Payout, Profit])).toEqual([
      [-0.5, -0.5],
      [2.5, 2.5],
    ]);
    expect((await ana.get('/api/copytrade/report')).json()).toEqual([]);
    world.forward(28);
    await world.settle();
    expect(await investments(ana)).toMatchObject([{ Profit: 2, Progress: 100, Status: 'finished' }]);
    expect([await wallet(ana), await ana.balance()]).toMatchObject([{ Balance: 102, Available: 102, Blocked: 0 }, 0]);
  });

  test('[Z4] loses no more than the amount, and a late operation changes nothing already paid', async () => {
    const ana = await botOwner(world, { wallet: 100 });
    await invest(ana, 50);
    const during = new Date(world.now);
    await operation('-80');
    await operation('-80');
    world.forward(30);
    await world.settle();
    expect(await wallet(ana)).toMatchObject({ Balance: 50, Available: 50, Blocked: 0 });
    await importLines(world.db, [line(during, '500', 'LATE-1')], { now: world.now, product: 'primezord' });
    await world.settle();
    expect([await investments(ana), await wallet(ana)]).toMatchObject([[{ Profit: -50 }], { Balance: 50 }]);
  });

  test('[Z4] two hundred concurrent investments of 10 on a wallet of 100 open exactly ten', async () => {
    const ana = await botOwner(world, { wallet: 100 });
    const set = (value: number[]): Promise<boolean> =>
      transaction(world.db, (tx) => writeSetting(tx, botAmounts, value));
    await set([10, 100]);
    const codes = (await Promise.all(Array.from({ length: 200 }, () => invest(ana, 10)))).map(
      ({ statusCode }) => statusCode,
    );
    await set([...botAmounts.standard('sandbox')]);
    expect([codes.filter((code) => code === 201).length, codes.filter((code) => code === 422).length]).toEqual([
      10, 190,
    ]);
    expect(await wallet(ana)).toMatchObject({ Available: 0, Blocked: 100 });
  });

  test('[Z4] concurrent withdrawals and investments spend the wallet once', async () => {
    const ana = await botOwner(world, { wallet: 250 });
    const asks = Array.from({ length: 60 }, (_, n) =>
      ana.post(`/api/bot/${n % 2 ? 'withdraw' : 'invest'}`, { amount: 25 }),
    );
    const answers = await Promise.all(asks);
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
    expect([(await wallet(ana)).Blocked + (await ana.balance()), (await wallet(ana)).Available]).toEqual([250, 0]);
  });

  test('[Z4] ten workers finishing two hundred investments concurrently pay each exactly once', async () => {
    const owners = await Promise.all(Array.from({ length: 10 }, () => botOwner(world, { wallet: 500 })));
    await Promise.all(owners.flatMap((owner) => Array.from({ length: 20 }, () => invest(owner, 25))));
    await operation('1.000001');
    world.forward(30);
    await completeFeeds(world.db, world.now);
    const work = async (): Promise<number> => {
      for (let paid = 0; ;) {
        const now = await settlePositions(world.db, world.now, noSubscribers);
        if (now === 0) return paid;
        paid += now;
      }
    };
    const paid = await Promise.all(Array.from({ length: 10 }, work));
    expect(paid.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(200);
    for (const owner of owners) expect((await wallet(owner)).Available).toBe(505);
  });

  test('[Z2] each customer sees only their own investments and operations', async () => {
    const [ana, bia] = [await botOwner(world, { wallet: 100 }), await botOwner(world)];
    await invest(ana, 100);
    await operation('1');
    expect([await investments(bia), (await bia.get('/api/bot/reports/operations')).json()]).toEqual([[], []]);
    expect(await investments(ana)).toHaveLength(1);
  });
});
