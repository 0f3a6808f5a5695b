import { afterEach, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { houseZone } from '#settings/server/house-zone.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import type { AccountYear } from '../contract.ts';
import { readYearCsv } from './testing/read-year-csv.ts';

let world: World;
afterEach(() => world.close());

const inEnglish = { 'accept-language': 'en' };

/** By the instant at which the year 2027 begins there. */
test.each([
  ['America/Sao_Paulo', '2027-01-01T03:00:00.000Z'],
  ['America/New_York', '2027-01-01T05:00:00.000Z'],
  ['Asia/Tehran', '2026-12-31T20:30:00.000Z'],
])(
  '[G6] in %s a year ends at the house’s midnight: what comes a moment before it is of the old one',
  async (zone, begins) => {
    world = await openWorld();
    if (zone !== 'America/Sao_Paulo') await transaction(world.db, (tx) => writeSetting(tx, houseZone, zone));
    const at = (ms: number): Date => new Date(Date.parse(begins) + ms);
    world.now = at(-1);
    const ana = await world.investor();
    await world.db.query('UPDATE customers SET created_at = $1', [at(-1)]);
    expect((await ana.post('/api/vault/subscribe', { terms: true })).statusCode).toBeLessThan(300);
    await world.bring(ana, '5');
    const yearsOf = async (): Promise<number[]> =>
      (await ana.get('/api/statement/years')).json<AccountYear[]>().map(({ Year }) => Year);
    expect(await yearsOf()).toEqual([2026]);
    expect((await ana.get('/api/statement/2027.csv')).statusCode).toBe(404);

    world.now = at(0);
    await world.bring(ana, '7');
    expect(await yearsOf()).toEqual([2027, 2026]);
    const closings = await Promise.all(
      [2026, 2027].map(async (year) => {
        const { body } = await ana.get(`/api/statement/${year}.csv`, inEnglish);
        expect(body).toContain(zone);
        return readYearCsv(body).findLast(({ account }) => account === 'Balance')?.amount;
      }),
    );
    expect(closings).toEqual([usd('5'), usd('12')]);
  },
);
