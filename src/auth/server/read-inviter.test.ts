import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';

let world: World;
let code: string;

beforeAll(async () => {
  world = await openWorld();
  const maria = await world.investor({ name: 'Maria Eduarda da Silva' });
  code = (await maria.get('/api/user')).json().Code;
});
afterAll(() => world.close());

const ask = (query: string) => world.ask({ method: 'GET', url: `/auth/inviter${query}` });

test('[A7] a stranger with a referral code reads first name and initial of its owner, and nothing else', async () => {
  for (const typed of [code, ` ${code.toLowerCase()} `, `https://lastro.example/auth/register?ref=${code}`]) {
    const answer = await ask(`?code=${encodeURIComponent(typed)}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, { Name: 'Maria S.' }]);
  }
});

test('[A7] a code that is nobody’s, or none, names nobody; without one the call is refused', async () => {
  for (const typed of ['ZZZZZZZZ', "A'--", '%00', '']) {
    expect((await ask(`?code=${encodeURIComponent(typed)}`)).json()).toEqual({ Name: null });
  }
  expect((await ask('')).statusCode).toBe(422);
  expect((await ask(`?code=${'A'.repeat(1001)}`)).statusCode).toBe(422);
});

test('[A7] nothing is told of somebody who was erased', async () => {
  await world.db.query('UPDATE customers SET erased_at = now() WHERE code = $1', [code]);
  expect((await ask(`?code=${code}`)).json()).toEqual({ Name: null });
});
