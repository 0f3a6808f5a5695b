import type { TestInvestor } from '#testing/server/world.ts';

/** Has them accept and subscribe to whatever a product asks for before it takes an amount. */
export async function subscribeToAll(investor: TestInvestor): Promise<void> {
  const answers = [
    await investor.post('/api/vault/subscribe', { terms: true }),
    await investor.post('/api/bot/subscribe', {}),
  ];
  const refused = answers.find(({ statusCode }) => statusCode >= 400);
  if (refused) throw new Error(refused.body);
}
