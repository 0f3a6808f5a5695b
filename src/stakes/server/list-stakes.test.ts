import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import type { Stake } from '../contract.ts';

let world: World;
let ana: TestInvestor;

/** Of 30, 60 and 365 days, begun ten days apart: the first is over, the second was left early. */
beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor({ balance: '20000' });
  await opened(10, 30);
  world.forward(10);
  const left = await opened(300, 60);
  world.forward(10);
  await opened(1000, 365);
  world.forward(5);
  expect((await ana.post(`/api/stake/${left.Id}`)).statusCode).toBe(200);
  await opened(500, 60);
  world.forward(1);
  await opened(20, 30);
  world.forward(7);
  await world.settle();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

async function opened(amount: number, days: number): Promise<Stake> {
  const answer = await ana.post('/api/stake', { amount, time_stake: days });
  expect(answer.statusCode).toBe(201);
  return answer.json<Stake>();
}

async function amountsOf(query: string): Promise<number[]> {
  const amounts: number[] = [];
  let url: string | undefined = `/api/stakes?${query}`;
  while (url) {
    const answer = await ana.get(url);
    expect(answer.statusCode).toBe(200);
    amounts.push(...answer.json<Stake[]>().map(({ Amount }) => Amount));
    url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
  }
  return amounts;
}

test.each([
  ['', [20, 500, 1000, 300, 10]],
  ['status=in_progress', [20, 500, 1000]],
  ['status=finished', [10]],
  ['status=canceled', [300]],
  ['days=60', [500, 300]],
  ['days=60&status=in_progress', [500]],
  ['days=90', []],
  ['order=largest', [1000, 500, 300, 20, 10]],
  ['order=ending', [20, 500, 1000, 10, 300]],
  ['order=ending&days=60', [500, 300]],
])('[S5] stakes by state, period, end and amount: %s', async (query, amounts) => {
  expect(await amountsOf(query)).toEqual(amounts);
  expect(await amountsOf(`${query}&limit=2`)).toEqual(amounts);
});

test.each(['status=open', 'days=x', 'order=highest'])('[S5] an unknown filter is refused: %s', async (query) => {
  expect((await ana.get(`/api/stakes?${query}`)).statusCode).toBe(422);
});

test('[S5] [H4] a page of one order is not continued in another', async () => {
  const { headers } = await ana.get('/api/stakes?order=largest&limit=2');
  const after = /after=([^&>]+)/.exec(String(headers.link))?.[1];
  expect((await ana.get(`/api/stakes?order=ending&after=${after}`)).statusCode).toBe(422);
});
