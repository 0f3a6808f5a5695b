import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#app/server/testing/world.ts';
import { logIn, register } from './testing/newcomer.ts';

const email = 'ana@example.com';
const rounds = 60;
let world: World;

beforeAll(async () => {
  world = await openWorld();
  await register(world, { email });
});
afterAll(() => world.close());

/** How long a refusal takes, one after the other so that whatever else the machine does slows both. */
async function timeOf(address: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await logIn(world, { email: address, password: 'a senha errada' });
  expect(answer.statusCode).toBe(401);
  return performance.now() - startedAt;
}

function middle(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number;
}

test('[A3] how long a refusal takes does not tell whether an address has an account', async () => {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await world.db.query('DELETE FROM attempts');
    known.push(await timeOf(email));
    unknown.push(await timeOf(`nobody-${round}@example.com`));
  }
  // Without the comparison with nobody's hash the difference would be nearly all of it.
  const [slower, faster] = [Math.max(middle(known), middle(unknown)), Math.min(middle(known), middle(unknown))];
  expect((slower - faster) / slower).toBeLessThan(0.25);
});
