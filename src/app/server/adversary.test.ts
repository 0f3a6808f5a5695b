import { afterAll, beforeAll, expect, test } from 'vitest';
import { bonusPercent } from '#network/server/network-settings.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Lab } from './testing/adversary/moves.ts';
import { knownPlans, lateEntry } from './testing/adversary/known-plans.ts';
import { openLab } from './testing/adversary/open-lab.ts';
import { serveRate } from './testing/adversary/outside.ts';
import { isHole, playAlone, type Result, formatResult, searchHoles } from './testing/adversary/search.ts';
import { cancelFeePercent } from '#stakes/server/stake-settings.ts';
import { usdtFeePercent } from '#wallet/server/wallet-settings.ts';
import { openWorld, type World } from '#testing/server/world.ts';

let world: World;
let lab: Lab;
let rates: Awaited<ReturnType<typeof serveRate>>;

beforeAll(async () => {
  rates = await serveRate();
  world = await openWorld({ treasury: '900000000', env: { RATES_URL: rates.url } });
  lab = await openLab(world);
});
afterAll(async () => {
  await world.close();
  rates.stop();
});

/** Allows for rounding of a cent of reais. */
const isAllThereWas = ({ bonus, mostBonus }: Result): boolean => mostBonus - bonus < 20_000n;

test.each(knownPlans.map(({ name, plan }) => [name, plan] as const))('[W2] %s gains nothing', async (_name, plan) => {
  const { result, faults } = await playAlone(world, plan, lab);
  expect(faults).toEqual([]);
  expect([isHole(result), formatResult(result)]).toEqual([false, expect.any(String)]);
  expect(isAllThereWas(result)).toBe(true);
});

test('[C3] [H3] who enters a trade that is nearly over, and has another reported late, has the loss between them alone', async () => {
  const { result, faults } = await playAlone(world, lateEntry, lab);
  expect([faults, isHole(result), formatResult(result)]).toEqual([[], false, expect.any(String)]);
  expect(result.gain).toBe(-100_000_000n);
});

/** A small run of what `npm run endurance -- adversary` does at length. */
test('[W2] [S7] [V3] a ring of accounts trying out plans gets no more than was promised, and its bonus once', async () => {
  const searched = await searchHoles(world, { lab, seed: 9, rings: 30, leftMs: () => Infinity });
  expect(searched.faults).toEqual([]);
  expect([isHole(searched.best), formatResult(searched.best)]).toEqual([false, expect.any(String)]);
  // The search achieved something: a member had a bonus, all of what was available.
  expect(isAllThereWas(searched.best)).toBe(true);
  expect(searched.best.bonus).toBeGreaterThan(0n);
  expect(await world.audit()).toEqual([]);
}, 240_000);

test('[W2] [R6] nor does it gain when fees are zero: in and out, and cancelled early', async () => {
  for (const setting of [cancelFeePercent, usdtFeePercent]) {
    expect(await transaction(world.db, (tx) => writeSetting(tx, setting, 0))).toBe(true);
  }
  for (const { plan } of knownPlans) {
    const { result, faults } = await playAlone(world, plan, lab);
    expect([faults, isHole(result), formatResult(result)]).toEqual([[], false, expect.any(String)]);
  }
  const searched = await searchHoles(world, { lab, seed: 4, rings: 15, leftMs: () => Infinity });
  expect([searched.faults, isHole(searched.best), formatResult(searched.best)]).toEqual([
    [],
    false,
    expect.any(String),
  ]);
  expect(await world.audit()).toEqual([]);
}, 240_000);

/** Control: with a bonus of 9 % against a bound of 5, the search must find the hole. */
test('[W2] the same search detects a bonus above the bound', async () => {
  await transaction(world.db, (tx) => writeSetting(tx, bonusPercent, 9, { startsAt: new Date(0) }));
  const searched = await searchHoles(world, { lab, seed: 9, rings: 60, leftMs: () => Infinity, stopsAtHole: true });
  expect([isHole(searched.best), formatResult(searched.best)]).toEqual([true, expect.any(String)]);
}, 240_000);
