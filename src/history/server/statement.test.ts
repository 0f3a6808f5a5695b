import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import type { StatementLine } from '../contract.ts';

let world: World;
let ana: TestInvestor;
beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor({ balance: '500' });
  await ana.post('/api/stake', { amount: 100, time_stake: 30 });
  world.forward(30);
  await world.settle();
  const leaving = (await ana.post('/api/stake', { amount: 300, time_stake: 60 })).json<{ Id: string }>();
  await ana.post(`/api/stake/${leaving.Id}`);
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

describe('the statement', () => {
  test('[H4] lists every posting with its running balance, newest first, in the customer’s language', async () => {
    const lines = (await ana.get('/api/statement', { 'accept-language': 'en' })).json<StatementLine[]>();
    expect(lines.map((line) => [line.Description, line.Amount, line.Balance])).toEqual([
      ['Stake cancelled: amount returned', 180, 390],
      ['Stake opened', -300, 210],
      ['Stake finished: profit', 10, 510],
      ['Stake finished: amount returned', 100, 500],
      ['Stake opened', -100, 400],
      ['Posting', 500, 500],
    ]);
    expect(lines[0]?.Reference).toBe(lines[1]?.Reference);
  });

  test('[G2] distinguishes moves between the customer’s own pockets from what was won or lost', async () => {
    const bia = await world.investor({ balance: '200', isEmailConfirmed: true });
    await bia.post('/api/bot/subscribe', {});
    await bia.post('/api/bot/deposit', { amount: 50 });
    await bia.post('/api/bot/withdraw', { amount: 25 });
    await bia.post('/api/withdraw', { amount: 10, user: bia.id, currency: 'usdt' });
    const own = async (who: TestInvestor): Promise<[string, boolean][]> =>
      (await who.get('/api/statement', { 'accept-language': 'en' }))
        .json<StatementLine[]>()
        .map(({ Kind, Amount, Own }) => [`${Kind} ${Amount}`, Own]);
    expect(await own(ana)).toEqual([
      ['stake_canceled 180', true],
      ['stake_opened -300', true],
      ['stake_matured 10', false],
      ['stake_matured 100', true],
      ['stake_opened -100', true],
      [expect.stringContaining(' 500'), false],
    ]);
    expect((await own(bia)).slice(0, 4)).toEqual([
      ['withdrawal_held -10', true],
      ['primezord_withdrawn 25', true],
      ['primezord_deposited -50', true],
      ['primezord_subscribed -50', false],
    ]);
  });

  test('[H4] comes in pages without a gap, and by day', async () => {
    const seen: string[] = [];
    let url: string | undefined = '/api/statement?limit=2';
    for (let pages = 0; url; pages += 1) {
      expect(pages).toBeLessThan(4);
      const answer = await ana.get(url);
      seen.push(...answer.json<StatementLine[]>().map((line) => line.Id));
      url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
    }
    expect(new Set(seen).size).toBe(6);
    const firstDay = await ana.get('/api/statement?start=2026-03-02&end=2026-03-03');
    expect(firstDay.json<StatementLine[]>()).toHaveLength(2);
  });

  test('[H4] is the customer’s alone, and refuses invalid queries', async () => {
    const bia = await world.investor();
    expect((await bia.get('/api/statement')).json()).toEqual([]);
    expect((await world.ask({ method: 'GET', url: '/api/statement' })).statusCode).toBe(401);
    for (const url of ['/api/statement?after=!', '/api/statement?after=eA']) {
      expect([url, (await ana.get(url)).statusCode]).toEqual([url, 422]);
    }
  });
});
