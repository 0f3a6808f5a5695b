import type { TestInvestor, World } from '#testing/server/world.ts';
import type { CopytradeWorld } from '#testing/server/copytrade-world.ts';
import { carryCauses } from '#network/server/carry-causes.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { completeFeeds, importLines, line } from '#testing/server/import-lines.ts';

export interface Lived {
  ana: TestInvestor;
  /** Position ids, by outcome. */
  stakes: Record<'finished' | 'canceled' | 'running', string>;
  licences: Record<'won' | 'lost' | 'running', string>;
  vaults: Record<'matured' | 'running', string>;
  bots: Record<'finished' | 'running', string>;
}

/** Ana, to whom everything that can happen to an investor has happened: half a year of activity, with Bia whom she referred. */
export async function livedInvestor(world: CopytradeWorld): Promise<Lived> {
  const ana = await world.investor({ balance: '9000', isEmailConfirmed: true });
  const bia = await world.investor({ name: 'Bia Andrade', broughtBy: ana, balance: '9000' });
  await ana.post('/api/vault/subscribe', { terms: true });
  await ana.post('/api/bot/subscribe', {});
  await ana.post('/api/bot/deposit', { amount: 500 });
  const matured = await open(ana, '/api/vault/deposit', { amount: 100 });
  const canceled = await open(ana, '/api/stake', { amount: 300, time_stake: 60 });
  await ana.post(`/api/stake/${canceled}`);

  const stake = await open(ana, '/api/stake', { amount: 70, time_stake: 30 });
  const won = await open(ana, '/api/copytrade', { amount: 250 });
  const bot = await open(ana, '/api/bot/invest', { amount: 100 });
  await open(bia, '/api/stake', { amount: 100, time_stake: 30 });
  await pass(world, ['1.234567', '-0.333333']);
  const lost = await open(ana, '/api/copytrade', { amount: 100 });
  await pass(world, ['-2.000001', '0.7']);
  await ana.post('/api/bot/withdraw', { amount: 50 });
  await pass(world, ['-1.5']);
  world.forward(75);
  await world.settle();
  await open(bia, '/api/copytrade', { amount: 5000 });
  world.forward(25);
  await world.settle();

  await open(ana, '/api/withdraw', { amount: 20.01, user: ana.id, currency: 'usdt' });
  const running = {
    stake: await open(ana, '/api/stake', { amount: 300, time_stake: 60 }),
    licence: await open(ana, '/api/copytrade', { amount: 500 }),
    vault: await open(ana, '/api/vault/deposit', { amount: 250 }),
    bot: await open(ana, '/api/bot/invest', { amount: 50 }),
  };
  world.forward(7.123_456);
  await traded(world, ['0.876543', '-0.1']);
  // Bia's licence ends but its bonus has not been paid yet, so it is owed.
  await completeFeeds(world.db, world.now);
  await settlePositions(world.db, world.now, subscribers);
  await carryCauses(world.db);
  return {
    ana,
    stakes: { finished: stake, canceled, running: running.stake },
    licences: { won, lost, running: running.licence },
    vaults: { matured, running: running.vault },
    bots: { finished: bot, running: running.bot },
  };
}

async function open(investor: TestInvestor, url: string, body: object): Promise<string> {
  const answer = await investor.post(url, body);
  if (answer.statusCode !== 201) throw new Error(`${url} was answered ${answer.statusCode}: ${answer.body}`);
  return answer.json<{ Id: string }>().Id;
}

/** A month in which the desk and the bot trade, and at the end of which everything due is settled. */
async function pass(world: World, payouts: readonly string[]): Promise<void> {
  world.forward(15);
  await traded(world, payouts);
  world.forward(16);
  await world.settle();
}

async function traded(world: World, payouts: readonly string[]): Promise<void> {
  for (const product of ['copytrade', 'primezord'] as const) {
    const lines = payouts.map((payout, at) => line(world.now, payout, `${product}-${world.now.getTime()}-${at}`));
    await importLines(world.db, lines, { product, now: world.now });
  }
}
