import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { addDays } from '#platform/clock.ts';
import type { CanceledStake, Stake } from '../contract.ts';
import { noSubscribers } from '#ledger/server/domain-events.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

async function opened(investor: TestInvestor, amount: number, days: number): Promise<Stake> {
  const answer = await investor.post('/api/stake', { amount, time_stake: days });
  expect(answer.statusCode).toBe(201);
  return answer.json<Stake>();
}

async function readOnly(investor: TestInvestor): Promise<Stake> {
  const [stake] = (await investor.get('/api/stakes')).json<Stake[]>();
  return stake as Stake;
}

describe('cancelling', () => {
  test('[S7] an early cancellation costs forty per cent of the amount and the whole profit', async () => {
    const ana = await world.investor({ balance: '500' });
    const stake = await opened(ana, 300, 60);
    world.forward(30);
    const answer = await ana.post(`/api/stake/${stake.Id}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json<CanceledStake>()).toMatchObject({
      Id: stake.Id,
      Status: 'canceled',
      Fee: 120,
      Refund: 180,
      Profit: 0,
      Progress: 50,
    });
    expect(await ana.balance()).toBe(380);
    world.forward(60);
    await world.settle();
    expect(await ana.balance()).toBe(380);
  });

  test('[S7] a hundred concurrent cancellations refund once', async () => {
    const ana = await world.investor({ balance: '100' });
    const stake = await opened(ana, 100, 30);
    const answers = await Promise.all(Array.from({ length: 100 }, () => ana.post(`/api/stake/${stake.Id}`)));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    for (const refused of answers.filter((answer) => answer.statusCode !== 200)) {
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'stake_not_running']);
    }
    expect(await ana.balance()).toBe(60);
  });

  test('[S7] a cancelled or finished stake cannot be cancelled', async () => {
    const ana = await world.investor({ balance: '200' });
    const [first, second] = [await opened(ana, 100, 30), await opened(ana, 100, 30)];
    await ana.post(`/api/stake/${first.Id}`);
    world.forward(30);
    await world.settle();
    for (const stake of [first, second]) {
      const refused = await ana.post(`/api/stake/${stake.Id}`, undefined, { 'accept-language': 'en' });
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({
        code: 'stake_not_running',
        message: expect.stringMatching(/already ended/),
      });
    }
    expect(await ana.balance()).toBe(170);
  });

  test('[S7] a stake that is due cannot be cancelled, even before it is settled', async () => {
    const ana = await world.investor({ balance: '100' });
    const stake = await opened(ana, 100, 30);
    world.forward(30);
    expect((await ana.post(`/api/stake/${stake.Id}`)).statusCode).toBe(409);
    await world.settle();
    expect(await ana.balance()).toBe(110);
  });

  test('[S7] answers 404 for another customer’s stake, an unknown one and a malformed id', async () => {
    const [ana, bia] = [await world.investor({ balance: '100' }), await world.investor({ balance: '100' })];
    const stake = await opened(ana, 100, 30);
    for (const id of [stake.Id, randomUUID(), 'x', "1' OR '1'='1", '%00', 'x'.repeat(300)]) {
      const refused = await bia.post(`/api/stake/${encodeURIComponent(id)}`);
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([404, 'not_found']);
    }
    expect((await world.ask({ method: 'POST', url: `/api/stake/${stake.Id}` })).statusCode).toBe(401);
    expect((await readOnly(ana)).Status).toBe('in_progress');
  });

  test('[S7] a retry under its key returns the same answer and pays nothing more', async () => {
    const ana = await world.investor({ balance: '100' });
    const stake = await opened(ana, 100, 30);
    const headers = { 'idempotency-key': 'leave' };
    const first = await ana.post(`/api/stake/${stake.Id}`, undefined, headers);
    const again = await ana.post(`/api/stake/${stake.Id}`, undefined, headers);
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    expect(await ana.balance()).toBe(60);
  });
});

describe('maturing', () => {
  beforeEach(async () => {
    world.forward(365);
    await world.settle();
  });

  test('[S7] profit accrues linearly, and amount and profit return automatically at the end', async () => {
    const ana = await world.investor({ balance: '300' });
    await opened(ana, 300, 60);
    world.forward(15);
    expect(await readOnly(ana)).toMatchObject({ Profit: 18.75, Progress: 25, Status: 'in_progress' });
    world.forward(44);
    expect(await world.settle()).toBe(0);
    expect(await ana.balance()).toBe(0);
    world.forward(1);
    await world.settle();
    expect(await readOnly(ana)).toMatchObject({ Profit: 75, Progress: 100, Status: 'finished' });
    expect(await ana.balance()).toBe(375);
  });

  test('[S7] ten concurrent workers pay every stake once', async () => {
    const investors = await Promise.all(Array.from({ length: 12 }, () => world.investor({ balance: '100' })));
    for (const investor of investors) {
      await Promise.all(Array.from({ length: 10 }, () => opened(investor, 10, 30)));
    }
    world.forward(30);
    const worker = async (): Promise<number> => {
      let paid = 0;
      for (let now = 1; now > 0; paid += now) now = await settlePositions(world.db, world.now, noSubscribers);
      return paid;
    };
    const paid = await Promise.all(Array.from({ length: 10 }, worker));
    expect(paid.reduce((sum, each) => sum + each, 0)).toBe(120);
    for (const investor of investors) expect(await investor.balance()).toBe(110);
  });

  test('[S7] cancelling and maturing concurrently end a stake once', async () => {
    const investors = await Promise.all(Array.from({ length: 40 }, () => world.investor({ balance: '100' })));
    const stakes = await Promise.all(investors.map((investor) => opened(investor, 100, 30)));
    const due = addDays(world.now, 30);
    world.now = new Date(due.getTime() - 1);
    await Promise.all([
      ...investors.map((investor, n) => investor.post(`/api/stake/${(stakes[n] as Stake).Id}`)),
      ...Array.from({ length: 5 }, () => settlePositions(world.db, due, noSubscribers)),
    ]);
    world.now = due;
    await world.settle();
    for (const investor of investors) expect([60, 110]).toContain(await investor.balance());
  });
});

describe('the list', () => {
  test('[S5] returns each stake once across pages', async () => {
    const ana = await world.investor({ balance: '100' });
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      if (n % 2 === 0) world.forward(1);
      ids.unshift((await opened(ana, 10, 30)).Id);
    }
    const seen: string[] = [];
    let url: string | undefined = '/api/stakes?limit=3';
    for (let pages = 0; url; pages += 1) {
      expect(pages).toBeLessThan(3);
      const answer = await ana.get(url);
      seen.push(...answer.json<Stake[]>().map((stake) => stake.Id));
      url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
    }
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(seen).toHaveLength(7);
  });

  test('[S5] is filtered by day in the customer’s zone, start inclusive, end exclusive', async () => {
    const ana = await world.investor({ balance: '100' });
    world.now = new Date('2027-01-10T01:30:00Z');
    const stake = await opened(ana, 10, 30);
    const list = async (query: string): Promise<string[]> =>
      (await ana.get(`/api/stakes?${query}`)).json<Stake[]>().map((each) => each.Id);
    expect(await list('start=2027-01-10&end=2027-01-11')).toEqual([stake.Id]);
    expect(await list('start=2027-01-09&end=2027-01-10')).toEqual([]);
    expect(await list('start=2027-01-09&end=2027-01-10&tz=America/Sao_Paulo')).toEqual([stake.Id]);
    expect(await list('start=2027-01-10T01:30:00Z')).toEqual([stake.Id]);
    expect(await list('end=2027-01-10T01:30:00Z')).toEqual([]);
  });

  test('[S5] shows only the customer’s own, and rejects malformed queries', async () => {
    const [ana, bia] = [await world.investor({ balance: '10' }), await world.investor()];
    await opened(ana, 10, 30);
    expect((await bia.get('/api/stakes')).json()).toEqual([]);
    expect((await world.ask({ method: 'GET', url: '/api/stakes' })).statusCode).toBe(401);
    for (const query of [
      'limit=0',
      'limit=501',
      'limit=x',
      'start=yesterday',
      'tz=Mars',
      'after=!',
      'after=eA',
      'start=2027-13-45',
    ]) {
      const refused = await ana.get(`/api/stakes?${query}`);
      expect([query, refused.statusCode, refused.json<{ code: string }>().code]).toEqual([query, 422, 'invalid_field']);
    }
  });
});
