import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';

let world: World;

beforeAll(async () => void (world = await openWorld()));
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

test('[D1] returns the customer’s identity and balance', async () => {
  const ana = await world.investor({ balance: '1234.567891', email: 'ana@example.com' });
  const answer = await ana.get('/api/user');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    Uuid: ana.id,
    Email: 'ana@example.com',
    EmailConfirmed: false,
    Name: 'Ana Souza',
    Phone: '+5511987654321',
    Birth: '1990-05-17',
    Avatar: null,
    Code: expect.stringMatching(/^[2-9A-HJ-KM-NP-TV-Z]{8}$/),
    Balance: 1234.567891,
    Hasbot: false,
    Language: 'pt-BR',
    SessionExpires: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    Frozen: null,
  });
});

test('[D1] each customer sees only their own record', async () => {
  const [ana, davi] = [await world.investor({ balance: '10.00' }), await world.investor({ balance: '20.00' })];
  expect((await ana.get('/api/user')).json()).toMatchObject({ Uuid: ana.id, Balance: 10 });
  expect((await davi.get('/api/user')).json()).toMatchObject({ Uuid: davi.id, Balance: 20 });
});

test('[A5] answers 401 without a token, in the requested language', async () => {
  const answer = await world.ask({ method: 'GET', url: '/api/user', headers: { 'accept-language': 'en' } });
  expect([answer.statusCode, answer.json()]).toEqual([
    401,
    { code: 'unauthenticated', message: 'Your session has ended. Sign in again.' },
  ]);
});

test('[A4] forbids caching of the answer', async () => {
  const ana = await world.investor();
  expect((await ana.get('/api/user')).headers['cache-control']).toBe('no-store');
});
