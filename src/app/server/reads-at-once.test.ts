import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfToken } from '#platform/server/secret-token.ts';
import { watchStatements } from '#testing/server/watch-statements.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';

/** Reads of callers who ask at the same moment are sent as one statement (database/server/for-each-caller.ts). */
let world: World;
const customers: TestInvestor[] = [];
beforeAll(async () => {
  world = await openWorld();
  for (let nth = 1; nth <= 9; nth += 1) {
    const customer = await world.investor({ balance: `${nth}00` });
    for (let stake = 0; stake <= nth % 4; stake += 1)
      await customer.post('/api/stake', { amount: 10 * nth, time_stake: 30 });
    customers.push(customer);
  }
  world.forward(7);
});
afterAll(() => world.close());

for (const url of ['/api/user', '/api/homereport'])
  test(`[A5] [D1] nine customers who ask for ${url} at once get each their own answer`, async () => {
    const alone: string[] = [];
    for (const customer of customers) alone.push((await customer.get(url)).body);
    expect(new Set(alone).size).toBe(customers.length);
    let together: string[] = [];
    const sent = await watchStatements(async () => {
      together = (await Promise.all(customers.map((customer) => customer.get(url)))).map(({ body }) => body);
    });
    expect(together).toEqual(alone);
    expect(sent.length).toBeLessThan(2 * customers.length);
    expect(sent.some(({ text }) => text.includes('LATERAL'))).toBe(true);
  });

test('[A5] one whose session has ended is refused, those who ask at the same moment are answered', async () => {
  const [gone, ...others] = customers;
  for (const customer of customers) await customer.get('/api/user');
  await world.db.query('DELETE FROM sessions WHERE token_hash = $1', [hashOfToken(gone?.token ?? '')]);
  const answers = await Promise.all(customers.map((customer) => customer.get('/api/user')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, ...others.map(() => 200)]);
  expect(answers.slice(1).map((answer) => answer.json<{ Uuid: string }>().Uuid)).toEqual(others.map(({ id }) => id));
});
