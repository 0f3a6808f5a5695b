import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeHttp } from '#app/server/compose.ts';
import type { Catalog } from '#catalog/contract.ts';
import type { Http } from '#http/server/http.ts';
import type { TestInvestor, World } from '#testing/server/world.ts';
import { openWorld } from '#testing/server/world.ts';
import { lastAction, lastroOf } from '../testing/type-command.ts';

/** Business time is the database's own, moved by the clock command. */
let world: World;
let other: Http;
let ana: TestInvestor;
let lastro: ReturnType<typeof lastroOf>;

beforeAll(async () => {
  world = await openWorld({ isLive: true });
  other = await composeHttp({ config: world.config, db: world.db, logTo: { write: () => {} } });
  ana = await world.investor({ balance: '5000', isEmailConfirmed: true });
  await ana.post('/api/vault/subscribe', { terms: true });
  lastro = lastroOf(world);
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await other.app.close();
  await world.close();
});

const clock = async (): Promise<number> => {
  const { now } = JSON.parse((await lastro('clock show --json')).out) as { now: string };
  return Date.parse(now);
};
const inHours = async (hours: number): Promise<string> => new Date((await clock()) + hours * 3_600_000).toISOString();
const schedule = (key: string, value: string, from: string) => lastro('settings schedule', key, value, '--from', from);
const plans = (rate: number): string => JSON.stringify([{ days: 30, rate, amounts: [100, 200], offered: true }]);
const catalogOf = async ({ app }: Pick<Http, 'app'>): Promise<Catalog> =>
  (await app.inject({ url: '/api/catalog', headers: { authorization: ana.token } })).json<Catalog>();
const numberOf = ({ out }: { out: string }, key: string): string => {
  const settings = JSON.parse(out) as { key: string; coming: { number: number }[] }[];
  return String(settings.find((each) => each.key === key)?.coming.at(-1)?.number);
};

describe('[R6] a setting with a start date', () => {
  test('applies from that instant on every server, wherever customers read it; running positions keep their terms', async () => {
    const open = (app: Http['app'], body: object, headers: object = {}) =>
      app.inject({ method: 'POST', url: '/api/stake', headers: { authorization: ana.token, ...headers }, body });
    const both = [world.http.app, other.app];
    const before = await Promise.all(both.map((app) => open(app, { amount: 100, time_stake: 30 })));
    expect(before.map((answer) => answer.json<{ Rate: number }>().Rate)).toEqual([10, 10]);

    const from = await inHours(2);
    const planned = await schedule('stakes.plans', plans(12.5), from);
    expect([planned.exit, planned.out]).toEqual([0, expect.stringContaining(`from ${from}.`)]);
    expect(await lastAction(world)).toMatchObject({
      action: 'settings schedule',
      details: { key: 'stakes.plans', from, value: plans(12.5) },
    });
    expect((await schedule('primevault.rate', '20', from)).exit).toBe(0);
    expect((await schedule('wallet.withdrawal_limit_usd', '777', from)).exit).toBe(0);

    const early = await Promise.all([world.http, other].map(catalogOf));
    for (const catalog of early) {
      expect([catalog.Vault.Rate, catalog.Stake.Periods]).toEqual([30, expect.objectContaining({ length: 5 })]);
    }
    expect((await open(world.http.app, { amount: 100, time_stake: 30 })).json()).toMatchObject({ Rate: 10 });
    await lastro('clock forward 2h');

    const late = await Promise.all([world.http, other].map(catalogOf));
    for (const catalog of late) {
      expect(catalog).toMatchObject({ Vault: { Rate: 20 }, Stake: { Periods: [{ Days: 30, Rate: 12.5 }] } });
    }
    expect((await ana.get('/api/stake/offer')).json()).toMatchObject({ Periods: [{ Rate: 12.5 }] });
    expect((await ana.get('/api/vault/plan')).json()).toMatchObject({ Rate: 20 });
    expect((await ana.get('/api/help')).json()).toMatchObject({ Withdrawal: { Limit: 777 } });
    // Both servers have the old value cached; neither uses it to open anything.
    const after = await Promise.all(both.map((app) => open(app, { amount: 100, time_stake: 30 })));
    expect(after.map((answer) => answer.json<{ Rate: number }>().Rate)).toEqual([12.5, 12.5]);
    for (const app of both) {
      expect((await open(app, { amount: 300, time_stake: 60 })).json()).toMatchObject({ code: 'amount_not_allowed' });
    }
    const [{ Rate, Amount } = { Rate: 0, Amount: 0 }] = (await ana.get('/api/stakes'))
      .json<{ Rate: number; Amount: number }[]>()
      .slice(-1);
    expect([Rate, Amount]).toEqual([10, 100]);
  });

  test('refuses what was agreed at a return or term that is no longer current, and returns the current one', async () => {
    const stake = (rate: string) => ana.post('/api/stake', { amount: 100, time_stake: 30 }, { 'quoted-rate': rate });
    expect([(await stake('10')).statusCode, (await stake('10')).json()]).toEqual([
      409,
      {
        code: 'terms_changed',
        message: expect.stringContaining('condições mudaram'),
        details: { rate: 12.5, fee: 40 },
      },
    ]);
    expect((await stake('12.5')).statusCode).toBe(201);
    expect((await stake('x')).statusCode).toBe(422);
    const vault = (rate: string, days: string) =>
      ana.post('/api/vault/deposit', { amount: 100 }, { 'quoted-rate': rate, 'quoted-days': days });
    for (const [rate, days] of [
      ['30', '180'],
      ['20', '90'],
    ] as const) {
      expect((await vault(rate, days)).json()).toEqual({
        code: 'terms_changed',
        message: expect.stringContaining('condições mudaram'),
        details: { rate: 20, days: 180 },
      });
    }
    expect((await vault('20', '180.5')).statusCode).toBe(422);
    expect((await vault('20', '180')).statusCode).toBe(201);
  });

  test('is listed next to the current value, and can be withdrawn once, until it takes effect', async () => {
    const from = await inHours(5);
    await schedule('primezord.entry_fee', '75', from);
    const listed = await lastro('settings list --json');
    const number = numberOf(listed, 'primezord.entry_fee');
    expect(JSON.parse(listed.out)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          key: 'primezord.entry_fee',
          value: 50,
          coming: [{ number: Number(number), value: 75, from, by: 'operator-of-tests' }],
        }),
      ]),
    );
    const tries = await Promise.all(Array.from({ length: 5 }, () => lastro('settings withdraw', number)));
    expect(tries.map(({ exit }) => exit).toSorted((one, next) => one - next)).toEqual([0, 1, 1, 1, 1]);
    await lastro('clock forward 6h');
    expect((await ana.get('/api/bot/settings')).json()).toMatchObject({ EntryFee: 50 });

    await schedule('primezord.entry_fee', '80', await inHours(1));
    const begun = numberOf(await lastro('settings list --json'), 'primezord.entry_fee');
    await lastro('clock forward 1h');
    expect((await lastro('settings withdraw', begun)).err).toContain('cannot be withdrawn');
    expect((await ana.get('/api/bot/settings')).json()).toMatchObject({ EntryFee: 80 });
    expect((await lastro('settings withdraw 999999')).exit).toBe(1);
    expect((await lastro('settings withdraw soon')).exit).toBe(2);
  });

  test.each([
    ['2020-01-01T00:00:00Z', 1, 'has passed'],
    ['2099-01-01T00:00:00Z', 1, 'days ahead'],
    ['2030-02-31T00:00:00Z', 2, 'Not an instant'],
    ['2030-01-31', 2, 'Not an instant'],
    ['2030-01-31T00:00:00', 2, 'Not an instant'],
    ['tomorrow', 2, 'Not an instant'],
  ])('cannot be scheduled for %s', async (from, exit, why) => {
    const typed = await schedule('primezord.entry_fee', '60', from);
    expect([typed.exit, typed.err]).toEqual([exit, expect.stringContaining(why)]);
  });
});

describe('[R6] [W2] a scheduled change is validated against the values of its time', () => {
  test('alone, together with the other scheduled changes, and without them', async () => {
    const [first, second, third] = [await inHours(100), await inHours(1_000), await inHours(2_000)];
    // 12.5 % in 30 days is the best stake now: 15 % in 36 days is the same per day.
    expect((await schedule('primevault.days', '36', third)).err).toContain('at most 15.00 % in 36 days');
    expect((await schedule('primevault.rate', '15', first)).exit).toBe(0);
    const number = numberOf(await lastro('settings list --json'), 'primevault.rate');
    expect((await schedule('primevault.days', '36', third)).exit).toBe(0);
    const more = await schedule('primevault.rate', '15.01', second);
    expect([more.exit, more.err]).toEqual([
      1,
      expect.stringMatching(/^primevault.rate cannot be 15.01. From .*: .* at most 15.00 %/),
    ]);
    const without = await lastro('settings withdraw', number);
    expect([without.exit, without.err]).toEqual([1, expect.stringContaining('Without it: From')]);
    const stakes = await schedule('stakes.plans', plans(12), await inHours(3_000));
    expect([stakes.exit, stakes.err]).toEqual([1, expect.stringContaining('stakes.plans cannot be')]);
    const network = await schedule('network.bonus_percent', '9', second);
    expect(network.exit).toBe(0);
    const least = await schedule('stakes.plans', plans(9.5), await inHours(1_001));
    expect(least.err).toContain('The network would pay up to 9.57 %');
    const code = [
      '--points',
      '1',
      '--uses',
      '1',
      '--each',
      '1',
      '--min',
      '0',
      '--from',
      '2026-01-01',
      '--until',
      '2029-01-01',
    ];
    expect((await lastro('promocode create', 'LATER', ...code)).err).toContain('From ');
  });

  test('even when two people act concurrently', async () => {
    const fresh = await openWorld();
    const typed = lastroOf(fresh);
    const both = await Promise.all([
      typed('settings set', 'primevault.days', '90'),
      typed('settings set', 'primevault.rate', '100'),
    ]);
    expect(both.map(({ exit }) => exit).toSorted((one, next) => one - next)).toEqual([0, 1]);
    await fresh.close();
  });
});

test('[R6] versions are never changed or deleted, and a value its setting no longer allows has no effect', async () => {
  for (const change of [
    `UPDATE setting_versions SET value = '1'`,
    'DELETE FROM setting_versions',
    'DELETE FROM setting_withdrawals',
    'TRUNCATE setting_withdrawals',
  ]) {
    await expect(world.db.query(change)).rejects.toThrow();
  }
  await world.db.query(
    `INSERT INTO setting_versions (key, value, starts_at) VALUES ('network.bonus_cap_day_usd', '5000000', business_now())`,
  );
  expect(await catalogOf(world.http)).toMatchObject({ Network: { BonusCapDay: 2_500 } });
  expect((await lastro('settings list')).out).toContain('network.bonus_cap_day_usd = 2500');
});
