import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { smoke } from '../../../tools/rehearsal/smoke.ts';

let world: World;
let ana: TestInvestor;
beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor({ balance: '500' });
});
afterAll(() => world.close());

async function useFromOutside(): Promise<string[]> {
  const published = await world.ask({ method: 'GET', url: '/openapi.json' });
  return smoke(async (method, path, body) => {
    const answer = await world.ask({
      method: method as 'GET',
      url: path,
      headers: { authorization: ana.token },
      ...(body && { body }),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return { status: answer.statusCode, body: isJson ? answer.json<unknown>() : null };
  }, published.json());
}

test('[O1] using the product from outside finds nothing wrong on its own schema, and detects a destructive migration', async () => {
  expect(await useFromOutside()).toEqual([]);
  await askAsOwner(world.db.adminUrl, 'ALTER TABLE positions RENAME COLUMN amount TO principal');
  expect((await useFromOutside()).length).toBeGreaterThan(3);
  await askAsOwner(world.db.adminUrl, 'ALTER TABLE positions RENAME COLUMN principal TO amount');
  // A purely additive change of the schema goes unnoticed.
  await askAsOwner(world.db.adminUrl, 'ALTER TABLE positions ADD COLUMN note text');
  expect(await useFromOutside()).toEqual([]);
});
