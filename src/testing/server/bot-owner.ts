import type { TestInvestor, World } from './world.ts';
import { usd, toDecimal, type Micros } from '#money/money.ts';

/** An investor who has the bot, with this amount in its wallet (one that the bot takes, or none). */
export async function botOwner(
  world: World,
  options: { balance?: string; wallet?: number } = {},
): Promise<TestInvestor> {
  const { balance = '0', wallet = 0 } = options;
  const total = usd(balance) + usd('50') + usd(String(wallet));
  const investor = await world.investor({ balance: toDecimal(total as Micros) });
  await investor.post('/api/bot/subscribe', {});
  if (wallet > 0) await investor.post('/api/bot/deposit', { amount: wallet });
  return investor;
}
