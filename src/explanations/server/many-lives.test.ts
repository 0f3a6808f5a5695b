import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import { copytradeAmounts } from '#copytrade/server/copytrade-settings.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import type { EquityPoint, HomeReport } from '#dashboard/contract.ts';
import { fromJsonNumber, sum, toJsonNumber } from '#money/money.ts';
import { carryCauses } from '#network/server/carry-causes.ts';
import { bonusPercent, residualPercents } from '#network/server/network-settings.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { type Chance, rollFrom } from '#testing/server/chance.ts';
import { completeFeeds, importLines, line } from '#testing/server/import-lines.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { dayIn } from '#platform/server/span.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { vaultAmounts, vaultDays, vaultRate } from '#primevault/server/vault-settings.ts';
import { botAmounts } from '#primezord/server/bot-settings.ts';
import type { Explanation } from '../contract.ts';
import { type FigureName, figureNames, type PositionName } from '../figures.ts';
import { readEvidence, recountOf } from './testing/recount.ts';
import { requireShown } from './testing/require-shown.ts';

const odd = [1, 3, 7, 13, 77, 333];
const days = 34;
let world: CopytradeWorld;
let lives: TestInvestor[];

/**
 * Weeks of three customers, each referred by the previous one, with amounts, rates, payouts and timestamps that give every sum a remainder.
 */
beforeAll(async () => {
  world = await openCopytradeWorld({ treasury: '1200' });
  await transaction(world.db, async (tx) => {
    for (const setting of [copytradeAmounts, botAmounts, vaultAmounts]) await writeSetting(tx, setting, [...odd, 3333]);
    await writeSetting(tx, vaultDays, 30);
    await writeSetting(tx, vaultRate, 12.34);
    await writeSetting(tx, bonusPercent, 3.33, { startsAt: world.now });
    await writeSetting(tx, residualPercents, [2.55, 1.33, 0.77], { startsAt: world.now });
  });
  lives = [];
  for (let n = 0; n < 3; n += 1) {
    const broughtBy = lives.at(-1);
    lives.push(await world.investor({ balance: '9000', isEmailConfirmed: true, ...(broughtBy && { broughtBy }) }));
  }
  for (const who of lives) {
    await who.post('/api/vault/subscribe', { terms: true });
    await who.post('/api/bot/subscribe', {});
    await who.post('/api/bot/deposit', { amount: 333 });
    for (const path of ['/api/copytrade', '/api/bot/invest', '/api/vault/deposit']) {
      expect((await who.post(path, { amount: 77 })).statusCode).toBe(201);
    }
    expect((await who.post('/api/stake', { amount: 70, time_stake: 30 })).statusCode).toBe(201);
  }
  const chance = rollFrom(20_260_302);
  for (let day = 1; day <= days; day += 1) {
    for (const who of lives) if (chance.happens(0.5)) await live(who, chance);
    world.now = new Date(world.now.getTime() + 86_400_000 - 500_000 + chance.whole(1_000_000));
    await trade(chance, day);
    await world.settle();
    if (day === 15) await requireFigures();
    if (day === 5) await openTheLargest();
  }
  // The position ends but its bonus has not been paid yet, so it is owed.
  world.now = new Date(world.now.getTime() + 1.1 * 86_400_000);
  await completeFeeds(world.db, world.now);
  await settlePositions(world.db, world.now, subscribers);
  await carryCauses(world.db);
}, 120_000);
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

async function openTheLargest(): Promise<void> {
  await transaction(world.db, (tx) => writeSetting(tx, bonusPercent, 9, { startsAt: world.now }));
  expect((await lives[1]?.post('/api/copytrade', { amount: 3333 }))?.statusCode).toBe(201);
  await transaction(world.db, (tx) => writeSetting(tx, bonusPercent, 3.33, { startsAt: world.now }));
}

/** One random action of a customer; refusals for lack of money or capacity are expected. */
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
  expect((await chance.pick(deeds)())?.statusCode ?? 200).toBeLessThan(500);
}

async function leave(who: TestInvestor) {
  const running = (await who.get('/api/stakes')).json<Listed[]>().find(({ Status }) => Status === 'in_progress');
  return running && who.post(`/api/stake/${running.Id}`);
}

async function trade(chance: Chance, day: number): Promise<void> {
  for (const product of ['copytrade', 'primezord'] as const) {
    const payouts = [chance.next() * 3 - 1.3, chance.next() * 0.01].map((payout) => payout.toFixed(6));
    const lines = payouts.map((payout, n) => line(world.now, payout, `${product} ${day} ${n}`));
    await importLines(world.db, lines, { product, now: world.now });
  }
}

interface Listed {
  Id: string;
  Status: string;
  Profit: number;
}

/** Recomputes every figure of the home report, of today's point and of the bot's wallet from its evidence. */
async function requireFigures(): Promise<void> {
  for (const who of lives) {
    const counted = await recountAll(who);
    const of = (...figures: FigureName[]) => toJsonNumber(sum(figures.map((name) => counted[name])));
    const report = (await who.get('/api/homereport')).json<HomeReport>();
    const [today] = (await who.get('/api/equity')).json<EquityPoint[]>();
    const { Shown: _shown, ...exact } = report;
    expect(exact).toEqual({
      ...(await countPositions(who)),
      Amount: of('in-stake'),
      Profit: of('stake-earnings'),
      Amountcopy: of('in-copytrade'),
      Profitcopy: of('copytrade-earnings'),
      TotalEarnings: of('earnings'),
      TotalEarned: of('earned'),
    });
    expect(today).toMatchObject({
      Date: dayIn(await readHouseZone(world.db), world.now),
      Total: of('wealth'),
      Balance: of('balance'),
      Stake: of('stake-wealth'),
      Copytrade: of('copytrade-wealth'),
      Vault: of('vault-wealth'),
      Primezord: of('primezord-wealth'),
    });
    expect(of('wealth')).toBe(
      of('balance', 'stake-wealth', 'copytrade-wealth', 'vault-wealth', 'zord', 'primezord-accrued'),
    );
    expect((await who.get('/api/bot/wallet')).json()).toMatchObject({
      Balance: of('zord'),
      Available: of('zord-available'),
      Blocked: of('zord-blocked'),
    });
    expect((await who.get('/api/transfers/under-way')).json()).toEqual({ Leaving: of('held'), Arriving: 0 });
    expect(await who.balance()).toBe(of('balance'));
  }
}

async function recountAll(who: TestInvestor): Promise<Record<FigureName, ReturnType<typeof fromJsonNumber>>> {
  const evidence = await readEvidence(who, figureNames, world.now);
  return Object.fromEntries(figureNames.map((name) => [name, evidence(name).sum])) as never;
}

/** Counts from the ledger alone: positions opened, and those of them that ended. */
async function countPositions(who: TestInvestor): Promise<Partial<HomeReport>> {
  const rows = await world.db.query<{ kind: string; count: bigint }>(
    'SELECT kind, count(*) AS count FROM ledger.journals WHERE owner = $1 GROUP BY kind',
    [who.id],
  );
  const of = (kind: string) => Number(rows.find((row) => row.kind === kind)?.count ?? 0);
  return {
    Finished: of('stake_matured'),
    Running: of('stake_opened') - of('stake_matured') - of('stake_canceled'),
    Finishedcopy: of('copytrade_matured'),
    Runningcopy: of('copytrade_opened') - of('copytrade_matured'),
    VaultInvestmentsCount: of('primevault_opened') - of('primevault_matured'),
    BotInvestmentsCount: of('primezord_opened') - of('primezord_matured'),
  };
}

test('[D1] [D3] [D5] [Z2] every figure of every customer equals what the ledger adds up to, to the micro-dollar', async () => {
  await requireFigures();
});

test('[L7] the screens of every customer add up to the cent: rows, parts, months, days, lines and totals', async () => {
  for (const who of lives) await requireShown(who);
});

test('[D1] every explanation of every customer adds up, and every figure is non-zero for somebody', async () => {
  const values = new Map<FigureName, bigint>();
  for (const who of lives) {
    const counted = await recountAll(who);
    for (const figure of figureNames) {
      const head = (await who.get(`/api/explanations/${who.id}/${figure}`)).json<Explanation>();
      const value = fromJsonNumber(head.Value);
      expect([figure, counted[figure]]).toEqual([figure, value]);
      if (value !== 0n) values.set(figure, value);
    }
  }
  // Nothing comes from a brokerage here, or is withheld: outcome.test.ts has those.
  expect(figureNames.filter((name) => !values.has(name))).toEqual(['brought', 'withdrawn', 'taxes']);
  // If all values were whole cents, nothing would be rounded.
  expect([...values.values()].filter((value) => value % 10_000n !== 0n).length).toBeGreaterThan(15);
});

test('[C3] [S7] [V3] [Z4] the positions of a product, each recounted on its own, add up to its total', async () => {
  const lists: [PositionName, string, FigureName][] = [
    ['stake', '/api/stakes', 'stake-earnings'],
    ['copytrade', '/api/copytrade', 'copytrade-earnings'],
    ['vault', '/api/vault/investments', 'vault-earnings'],
    ['primezord', '/api/bot/investments', 'primezord-earnings'],
  ];
  let seen = 0;
  for (const who of lives) {
    const total = await recountAll(who);
    for (const [name, list, figure] of lists) {
      const rows = (await who.get(`${list}?limit=500`)).json<Listed[]>();
      const results = [];
      for (const { Id, Profit } of rows) {
        const { value, sum: counted } = await recountOf(who, name, Id);
        expect([name, Id, counted]).toEqual([name, Id, value]);
        expect(value).toBe(fromJsonNumber(Profit));
        results.push(value);
      }
      expect([figure, sum(results)]).toEqual([figure, total[figure]]);
      seen += results.length;
    }
  }
  expect(seen).toBeGreaterThan(30);
});
