import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Outcome } from '#dashboard/outcome-contract.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { fromJsonNumber } from '#money/money.ts';
import { withheldPercent } from '#positions/server/tax-settings.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import type { FigureName } from '../figures.ts';
import { recount } from './testing/recount.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWalletWorld();
  // Transfers are completed by the database's clock: nothing is read from before it.
  world.forward((Date.now() - world.now.getTime()) / 86_400_000 + 1);
  world.startWorker();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const figures: Record<Exclude<keyof Outcome, 'Shown'>, FigureName> = {
  Brought: 'brought',
  TakenOut: 'taken-out',
  Have: 'wealth',
  Result: 'result',
  Fees: 'fees',
  Subscription: 'subscription',
  Taxes: 'taxes',
};

test('[Y9] [D1] [D3] what was brought, taken out, had, won or lost and paid adds up from the books, to the micro-dollar and the cent', async () => {
  await transaction(world.db, (tx) => writeSetting(tx, withheldPercent, 15));
  const ana = await world.investor({ isEmailConfirmed: true });
  const brought = await world.deposit(ana, { amount: 1000 });
  expect(await world.untilEnded(ana, brought.Id)).toMatchObject({ Status: 'complete', Amount: 1000 });
  await ana.post('/api/bot/subscribe', {});
  const leaving = (await ana.post('/api/stake', { amount: 100, time_stake: 30 })).json<{ Id: string }>();
  await ana.post(`/api/stake/${leaving.Id}`);
  await ana.post('/api/stake', { amount: 300, time_stake: 60 });
  world.forward(60);
  await world.settle();
  await world.untilEnded(ana, (await world.withdraw(ana, { amount: 20.01 })).Id);
  const { EntryFee } = (await ana.get('/api/bot/settings')).json<{ EntryFee: number }>();
  const { Shown, ...exact } = (await ana.get('/api/outcome')).json<Outcome>();
  const have = 1000 - EntryFee - 40 + 75 - 11.25 - 20.01;
  expect(exact).toEqual({
    Brought: 1000,
    TakenOut: 19.6098,
    Have: have,
    Result: -26.6502,
    Fees: 40.4002,
    Subscription: EntryFee,
    Taxes: 11.25,
  });
  expect(Shown).toEqual({ ...exact, TakenOut: 19.6, Result: -26.66, Fees: 40.4 });
  for (const [name, figure] of Object.entries(figures) as [keyof typeof figures, FigureName][]) {
    const { value, sum, shown, shownSum } = await recount(ana, figure);
    expect([figure, value, shown]).toEqual([figure, fromJsonNumber(exact[name]), fromJsonNumber(Shown[name])]);
    expect([figure, sum, shownSum]).toEqual([figure, value, shown]);
  }
});

test('[Y9] what is on its way to the brokerage counts as taken out: nothing is lost by asking for it', async () => {
  const ana = await world.saver('100');
  await ana.post('/api/withdraw', { amount: 60, user: ana.id, currency: 'usdt' });
  const { TakenOut, Fees, Have } = (await ana.get('/api/outcome')).json<Outcome>();
  expect(TakenOut + Fees + Have).toBeCloseTo(100, 6);
});

test('[Y9] it is nothing for a new customer, the caller’s alone, and needs a token', async () => {
  const bia = await world.investor();
  const { Shown } = (await bia.get('/api/outcome')).json<Outcome>();
  expect(new Set(Object.values(Shown))).toEqual(new Set([0]));
  expect((await world.ask({ method: 'GET', url: '/api/outcome' })).statusCode).toBe(401);
});
