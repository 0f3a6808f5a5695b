import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { percent } from '#money/money.ts';
import { mostBonusPercent, mostResidualPercent } from '#network/award-bounds.ts';
import { investmentDays } from '#primezord/investment-days.ts';
import { licenceDays } from '#copytrade/licence-days.ts';
import { stakePlans } from '#stakes/plans.ts';
import { lastroOf } from '../testing/type-command.ts';

let world: World;

beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

const set = (key: string, value: string) => lastroOf(world)('settings set', key, value);

describe('settings that would make the house lose by design', () => {
  test.each([
    ['network.residual_percents', '[100,100,100]', 'together at most 10'],
    ['network.residual_percents', '[4,4,2.01]', 'together at most 10'],
    ['network.bonus_percent', '9.01', 'at most 9'],
    ['network.bonus_percent', '100', 'at most 9'],
    ['network.bonus_cap_day_usd', '1000000.01', 'at most 1000000'],
    ['network.bonus_cap_month_usd', '1.001', 'at most 1000000'],
    ['primevault.days', '29', 'at least 30'],
    ['primevault.rate', '147.95', 'at most 147.94 % in 180 days'],
    ['primevault.days', '36', 'more per day than the best stake (300 % in 365 days): at most 29.58 % in 36 days'],
  ])('[R1] [W2] %s %s is refused, naming the bound', async (key, value, bound) => {
    const before = await lastroOf(world)('settings list');
    const { exit, err } = await set(key, value);
    expect([exit, err]).toEqual([1, expect.stringContaining(`${key} cannot be ${value}`)]);
    expect(err).toContain(bound);
    expect(await lastroOf(world)('settings list')).toEqual(before);
  });

  test.each([
    ['network.residual_percents', '[5,3.3,1.7]'],
    ['network.bonus_percent', '9'],
    ['network.bonus_cap_day_usd', '0'],
    ['network.bonus_cap_month_usd', '1000000'],
    ['primevault.rate', '147.94'],
  ])('[R1] [W2] %s %s is accepted', async (key, value) => {
    expect((await set(key, value)).exit).toBe(0);
  });

  /** One turn of a ring of accounts takes 30 days, in which the same money earns this much without any network. */
  test('[W2] the network can pay at most what the shortest stake returns per turn', () => {
    const shortest = stakePlans.reduce((one, other) => (other.days < one.days ? other : one));
    const turn =
      percent(String(mostBonusPercent)) + (percent(String(mostResidualPercent)) * shortest.rate) / percent('100');
    expect(turn <= shortest.rate).toBe(true);
    expect([shortest.days, licenceDays, investmentDays]).toEqual([30, 30, 30]);
  });
});
