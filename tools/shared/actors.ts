import type { TestInvestor } from '#testing/server/world.ts';

/** Accepts and subscribes to everything that products require before they take an amount. */
export async function subscribeToAll(investor: TestInvestor): Promise<void> {
  const answers = [
    await investor.post('/api/vault/subscribe', { terms: true }),
    await investor.post('/api/bot/subscribe', {}),
  ];
  const refused = answers.find(({ statusCode }) => statusCode >= 400);
  if (refused) throw new Error(refused.body);
}
