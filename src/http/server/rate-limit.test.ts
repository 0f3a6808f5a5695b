import { expect, test } from 'vitest';
import { productionEnv } from '#testing/server/production-env.ts';
import { openWorld, type TestInvestor } from '#testing/server/world.ts';
import { Refusal } from '#platform/refusal.ts';
import { limitRate } from './rate-limit.ts';

test('allows a burst, then one call at a time, separately for each party', () => {
  let now = 0;
  const limit = limitRate({ atOnce: 3, perSecond: 0.5 }, () => now);
  const tries = (party: string, most: number): number => {
    for (let done = 0; done < most; done += 1) {
      try {
        limit(party);
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
        expect((error as Refusal).retryAfterSeconds).toBe(2);
        return done;
      }
    }
    return most;
  };
  expect(tries('ana', 9)).toBe(3);
  expect(tries('bia', 9)).toBe(3);
  now = 1_999;
  expect(() => limit('ana')).toThrow(expect.objectContaining({ code: 'too_many_attempts', retryAfterSeconds: 1 }));
  now = 2_000;
  expect(tries('ana', 9)).toBe(1);
  now = 3_600_000;
  expect(tries('ana', 9)).toBe(3);
});

test('a customer who floods money-moving calls is slowed down, and nobody else is', async () => {
  const world = await openWorld({ env: productionEnv });
  const eve = await world.investor();
  const ask = (who: TestInvestor) => who.post('/api/stake', { amount: 1, time_stake: 30 });
  const answers = await Promise.all(Array.from({ length: 70 }, () => ask(eve)));
  const slowed = answers.filter((answer) => answer.statusCode === 429);
  expect(slowed.length).toBeGreaterThanOrEqual(8);
  expect(answers.length - slowed.length).toBeGreaterThanOrEqual(60);
  expect(Number(slowed[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(await world.investor())).statusCode).toBe(422);
  expect((await eve.get('/api/stakes')).statusCode).toBe(200);
  await world.close();
});
