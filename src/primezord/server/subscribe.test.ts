import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { entryFee } from './bot-settings.ts';
import { botOwner } from '#testing/server/bot-owner.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

describe('subscribing to the bot', () => {
  test('[Z4] shows price, amounts and term to a customer without the bot', async () => {
    const ana = await world.investor();
    expect((await ana.get('/api/bot/settings')).json()).toEqual({
      EntryFee: 50,
      Amounts: [25, 50, 100, 250, 500, 1000, 2500, 5000],
      Days: 30,
    });
  });

  test.each([['{}'], ['']])('[Z1] charges the entry fee and grants the bot (body %j)', async (payload) => {
    const ana = await world.investor({ balance: '80' });
    const headers = { authorization: ana.token, ...(payload ? { 'content-type': 'application/json' } : {}) };
    const answer = await world.ask({ method: 'POST', url: '/api/bot/subscribe', headers, payload });
    expect([answer.statusCode, answer.json()]).toEqual([201, { Hasbot: true }]);
    expect((await ana.get('/api/user')).json()).toMatchObject({ Hasbot: true, Balance: 30 });
  });

  test('[Z1] a second time conflicts (409) and costs nothing', async () => {
    const ana = await botOwner(world, { balance: '100' });
    const refused = await ana.post('/api/bot/subscribe', {}, { 'accept-language': 'en' });
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { code: 'already_subscribed', message: 'You are already subscribed to Primezord.' },
    ]);
    expect(await ana.balance()).toBe(100);
  });

  test('[Z1] a hundred concurrent requests subscribe and charge once', async () => {
    const ana = await world.investor({ balance: '1000' });
    const answers = await Promise.all(Array.from({ length: 100 }, () => ana.post('/api/bot/subscribe', {})));
    const codes = answers.map((answer) => answer.statusCode);
    expect([codes.filter((code) => code === 201).length, codes.filter((code) => code === 409).length]).toEqual([1, 99]);
    expect(await ana.balance()).toBe(950);
  });

  test('[Z1] is refused when the balance is too low, and grants nothing', async () => {
    const ana = await world.investor({ balance: '49.99' });
    const refused = await ana.post('/api/bot/subscribe', {});
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'insufficient_balance']);
    expect((await ana.get('/api/user')).json()).toMatchObject({ Hasbot: false, Balance: 49.99 });
    expect((await ana.get('/api/bot/wallet')).statusCode).toBe(403);
  });

  test('[Z1] charges the operator’s current price', async () => {
    const set = (value: unknown): Promise<boolean> => transaction(world.db, (tx) => writeSetting(tx, entryFee, value));
    expect([await set(0), await set(-1), await set(1.001), await set('50')]).toEqual([false, false, false, false]);
    await set(19.9);
    const ana = await world.investor({ balance: '20' });
    await ana.post('/api/bot/subscribe', {});
    expect(await ana.balance()).toBe(0.1);
    await set(50);
  });

  test('[Z1] rejects a quoted price that is not the current one', async () => {
    const ana = await world.investor({ balance: '100' });
    const ask = (fee: string) => ana.post('/api/bot/subscribe', {}, { 'quoted-fee': fee });
    for (const fee of ['49.99', '60', '0']) {
      const refused = await ask(fee);
      expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'fee_changed', details: { fee: 50 } }]);
    }
    expect((await ask('fifty')).statusCode).toBe(422);
    expect((await ana.get('/api/user')).json()).toMatchObject({ Hasbot: false, Balance: 100 });
    expect((await ask('50.00')).statusCode).toBe(201);
    expect((await ask('60')).json()).toMatchObject({ code: 'already_subscribed' });
    expect(await ana.balance()).toBe(50);
  });

  test('[Z1] rejects a non-empty body', async () => {
    const ana = await world.investor({ balance: '100' });
    const refused = await ana.post('/api/bot/subscribe', { fee: 0 });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'invalid_field']);
  });
});

const gated = [
  ['GET', '/api/bot/wallet'],
  ['GET', '/api/bot/investments'],
  ['GET', '/api/bot/reports/operations'],
  ['POST', '/api/bot/deposit'],
  ['POST', '/api/bot/withdraw'],
  ['POST', '/api/bot/invest'],
] as const;

describe('the gate', () => {
  test.each(gated)('[Z4] %s %s requires the bot', async (method, url) => {
    const ana = await world.investor({ balance: '1000' });
    const headers = { authorization: ana.token, 'accept-language': 'en' };
    const refused = await world.ask({ method, url, headers, ...(method === 'POST' ? { body: { amount: 25 } } : {}) });
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { code: 'bot_required', message: 'Subscribe to Primezord to use the bot.' },
    ]);
    expect(await ana.balance()).toBe(1000);
  });

  test.each([...gated, ['GET', '/api/bot/settings'], ['POST', '/api/bot/subscribe']] as const)(
    '[A1] %s %s requires a login',
    async (method, url) => {
      const refused = await world.ask({ method, url, ...(method === 'POST' ? { body: { amount: 25 } } : {}) });
      expect(refused.statusCode).toBe(401);
    },
  );

  test.each([
    ['pt-BR', 'Assine o Primezord para usar o robô.', 'Você já assina o Primezord.', 'Selecione um valor'],
    ['en', 'Subscribe to Primezord to use the bot.', 'You are already subscribed to Primezord.', 'Select an amount'],
    ['es', 'Suscríbete a Primezord para usar el robot.', 'Ya estás suscrito a Primezord.', 'Selecciona un monto'],
    ['zh-CN', '请先订阅 Primezord 才能使用机器人。', '您已订阅 Primezord。', '请选择金额'],
    ['fa', 'برای استفاده از ربات، مشترک Primezord شوید.', 'شما هم‌اکنون مشترک Primezord هستید.', 'مبلغی را انتخاب کنید'],
  ])('[Z2] [Z4] words its refusals in %s', async (language, gate, twice, amount) => {
    const headers = { 'accept-language': language };
    const [ana, bia] = [await world.investor(), await botOwner(world)];
    const messageOf = async (answer: ReturnType<typeof ana.get>): Promise<string> =>
      (await answer).json<{ message: string }>().message;
    expect(await messageOf(ana.get('/api/bot/wallet', headers))).toBe(gate);
    expect(await messageOf(bia.post('/api/bot/subscribe', {}, headers))).toBe(twice);
    expect(await messageOf(bia.post('/api/bot/invest', { amount: 26 }, headers))).toBe(amount);
  });

  test('[Z1] one that waits past the start of another fee is dated when it counts, and pays it', async () => {
    const live = await openWorld({ isLive: true });
    const ana = await live.investor({ balance: '100' });
    const startsAt = new Date(Date.now() + 500);
    let waiting: Promise<unknown> | undefined;
    await transaction(live.db, (tx) => writeSetting(tx, entryFee, 60, { startsAt }));
    await transaction(live.db, async (tx) => {
      await tx.query('SELECT ledger.hold_accounts(ARRAY[$1::uuid])', [ana.id]);
      waiting = ana.post('/api/bot/subscribe', {});
      await new Promise((resolve) => setTimeout(resolve, 1000));
    });
    await waiting;
    const paid = await live.db.query(
      `SELECT fee, subscribed_at >= $2 AS late FROM bot_subscriptions WHERE customer_id = $1`,
      [ana.id, startsAt],
    );
    expect(paid).toEqual([{ fee: 60_000_000n, late: true }]);
    await live.close();
  });
});
