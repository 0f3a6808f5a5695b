import { copytradeAmounts, copytradeOpen } from '#copytrade/server/copytrade-settings.ts';
import { type Chance, rollFrom } from '#testing/server/chance.ts';
import { transaction } from '#database/server/transaction.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { vaultAmounts, vaultDays, vaultRate } from '#primevault/server/vault-settings.ts';
import { botAmounts } from '#primezord/server/bot-settings.ts';
import { importLines, line } from '#testing/server/import-lines.ts';
import { sendTransfers } from '#wallet/server/send-transfers.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import type { TestInvestor } from '#testing/server/world.ts';

const odd = [1, 3, 7, 13, 77, 333];

/** The whole product beside its brokerage, with amounts, rates and payouts chosen so that every sum leaves a remainder. */
export async function openYearsWorld(): Promise<WalletWorld> {
  const world = await openWalletWorld();
  await transaction(world.db, async (tx) => {
    await writeSetting(tx, copytradeOpen, true);
    for (const setting of [copytradeAmounts, botAmounts, vaultAmounts]) await writeSetting(tx, setting, odd);
    await writeSetting(tx, vaultDays, 30);
    await writeSetting(tx, vaultRate, 12.34);
  });
  return world;
}

/** Two customers, one referred by the other, with events every few days from March to the following February. */
export async function liveYears(world: WalletWorld, seed: number, days = 345): Promise<TestInvestor[]> {
  const chance = rollFrom(seed);
  const { db, brokerage, http } = world;
  const worker = sendTransfers({ db, brokerage, log: http.app.log, events: subscribers, settlesAt: world.now });
  const ana = await world.saver('4000.123456');
  const bia = await world.investor({ balance: '4000', isEmailConfirmed: true, broughtBy: ana });
  const lives = [ana, bia];
  for (const who of lives) {
    await who.post('/api/vault/subscribe', { terms: true });
    await who.post('/api/bot/subscribe', {});
    await who.post('/api/bot/deposit', { amount: 333 });
    for (const [amount, currency] of [
      [50, 'brl'],
      [20, 'usdt'],
    ] as const) {
      await world.untilEnded(who, (await world.deposit(who, { amount, currency })).Id);
      await world.untilEnded(who, (await world.withdraw(who, { amount: amount + 0.01, currency })).Id);
    }
  }
  await worker.stop();
  for (let day = 1; day <= days; day += 15) {
    for (const who of lives) for (let deed = 0; deed < 3; deed += 1) await live(who, chance);
    await trade(world, chance, day);
    world.now = new Date(world.now.getTime() + 15 * 86_400_000 - 500_000 + chance.whole(1_000_000));
    await world.settle();
  }
  return lives;
}

/** Refusals for lack of funds are fine. */
async function live(who: TestInvestor, chance: Chance): Promise<void> {
  const amount = chance.pick(odd);
  const deeds = [
    () => who.post('/api/copytrade', { amount }),
    () => who.post('/api/bot/invest', { amount }),
    () => who.post('/api/bot/withdraw', { amount }),
    () => who.post('/api/vault/deposit', { amount }),
    () => who.post('/api/stake', { amount: chance.pick([10, 30, 70]), time_stake: 30 }),
    () => who.post('/api/withdraw', { amount: amount + 0.01, user: who.id, currency: 'usdt' }),
    () => leave(who),
  ];
  const answer = await chance.pick(deeds)();
  if (answer && answer.statusCode >= 500) throw new Error(`answered ${answer.statusCode}: ${answer.body}`);
}

async function leave(who: TestInvestor) {
  const stakes = (await who.get('/api/stakes')).json<{ Id: string; Status: string }[]>();
  const running = stakes.find(({ Status }) => Status === 'in_progress');
  return running && who.post(`/api/stake/${running.Id}`);
}

async function trade(world: WalletWorld, chance: Chance, day: number): Promise<void> {
  for (const product of ['copytrade', 'primezord'] as const) {
    const payouts = [chance.next() * 30 - 14, chance.next() * 0.01].map((payout) => payout.toFixed(6));
    const lines = payouts.map((payout, n) => line(world.now, payout, `${product} ${day} ${n}`));
    await importLines(world.db, lines, { product, now: world.now });
  }
}
