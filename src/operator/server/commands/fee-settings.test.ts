import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Catalog } from '#catalog/contract.ts';
import type { Help } from '#help/contract.ts';
import type { CanceledStake, Stake, StakeOffer } from '#stakes/contract.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import type { TestInvestor, World } from '#testing/server/world.ts';
import { openWorld } from '#testing/server/world.ts';
import type { Transfer, WithdrawalTerms } from '#wallet/contract.ts';
import { lastroOf } from '../testing/type-command.ts';

/** Business time is the database's own, moved by the clock command. */
let world: World;
let ana: TestInvestor;
let lastro: ReturnType<typeof lastroOf>;

beforeAll(async () => {
  world = await openWorld({ isLive: true });
  ana = await world.investor({ balance: '5000', isEmailConfirmed: true });
  lastro = lastroOf(world);
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const inHours = async (hours: number): Promise<string> => {
  const { now } = JSON.parse((await lastro('clock show --json')).out) as { now: string };
  return new Date(Date.parse(now) + hours * 3_600_000).toISOString();
};
const open = (amount = 100, headers = {}, who = ana) => who.post('/api/stake', { amount, time_stake: 30 }, headers);
const cancel = async ({ Id }: Stake, who = ana): Promise<CanceledStake> =>
  (await who.post(`/api/stake/${Id}`)).json<CanceledStake>();
const withdraw = (headers = {}, who = ana, amount = 100) =>
  who.post('/api/withdraw', { amount, user: who.id, currency: 'usdt' }, headers);
const newcomer = (email: string, headers: Record<string, string> = {}) =>
  world.ask({
    method: 'POST',
    url: '/auth/register',
    headers,
    body: {
      name: 'Nova Pessoa',
      email,
      phone: '+5511987650000',
      birth: '1990-01-01',
      password: 'correta bateria grampo',
      terms: true,
    },
  });
const acceptedBy = async (token: string) =>
  (await world.ask({ method: 'GET', url: '/api/help', headers: { authorization: token } })).json<Help>().Terms.Accepted
    ?.Fees;

describe('[R6] a fee with a start date', () => {
  test('[S7] [F2] [G1] applies from that instant wherever it is shown; existing agreements keep theirs', async () => {
    const [kept, left] = [(await open()).json<Stake>(), (await open()).json<Stake>()];
    const early = (await newcomer('antes@clientes.example')).json<{ token: string }>();
    const from = await inHours(2);
    expect((await lastro('settings schedule', 'stakes.cancel_fee_percent', '12.5', '--from', from)).exit).toBe(0);
    expect((await lastro('settings schedule', 'wallet.usdt_fee_percent', '0.75', '--from', from)).exit).toBe(0);
    const told = async () => {
      const { Fees, Stake: stake } = (await ana.get('/api/catalog')).json<Catalog>();
      const terms = await world.ask({ method: 'GET', url: '/auth/terms' });
      return {
        catalog: [Fees.StakeCancel, stake.CancelFee, Fees.WithdrawUsdt],
        offer: (await ana.get('/api/stake/offer')).json<{ CancelFee: number }>().CancelFee,
        withdrawal: (await ana.get('/api/withdraw/terms')).json<WithdrawalTerms>().UsdtFee,
        terms: terms.json<{ Fees: object }>().Fees,
      };
    };
    expect(await told()).toEqual({
      catalog: [40, 40, 2],
      offer: 40,
      withdrawal: 2,
      terms: { StakeCancel: 40, WithdrawUsdt: 2 },
    });
    expect((await withdraw()).json<Transfer>()).toMatchObject({ Fee: 2, Net: 98 });

    await lastro('clock forward 2h');
    expect(await told()).toEqual({
      catalog: [12.5, 12.5, 0.75],
      offer: 12.5,
      withdrawal: 0.75,
      terms: { StakeCancel: 12.5, WithdrawUsdt: 0.75 },
    });
    expect((await withdraw()).json<Transfer>()).toMatchObject({ Fee: 0.75, Net: 99.25 });
    const late = (await open()).json<Stake>();
    expect((await ana.get('/api/stakes')).json<Stake[]>().map(({ Id, CancelFee }) => [Id, CancelFee])).toEqual([
      [late.Id, 12.5],
      [left.Id, 40],
      [kept.Id, 40],
    ]);
    expect(await cancel(left)).toMatchObject({ CancelFee: 40, Fee: 40, Refund: 60 });
    expect(await cancel(late)).toMatchObject({ CancelFee: 12.5, Fee: 12.5, Refund: 87.5 });

    // Accepting the terms means accepting the fees that they named at the time.
    const after = (await newcomer('depois@clientes.example')).json<{ token: string }>();
    expect(await acceptedBy(early.token)).toEqual({ StakeCancel: 40, WithdrawUsdt: 2 });
    expect(await acceptedBy(after.token)).toEqual({ StakeCancel: 12.5, WithdrawUsdt: 0.75 });
  });

  test('refuses what was agreed at a fee that is no longer current, and returns the current one', async () => {
    const before = await ana.balance();
    expect((await open(100, { 'quoted-rate': '10', 'quoted-fee': '40' })).json()).toEqual({
      code: 'terms_changed',
      message: expect.stringContaining('condições mudaram'),
      details: { rate: 10, fee: 12.5 },
    });
    const refused = await withdraw({ 'quoted-fee': '2' });
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { code: 'terms_changed', message: expect.stringContaining('taxa mudou'), details: { fee: 0.75 } },
    ]);
    expect((await withdraw({ 'quoted-fee': 'x' })).statusCode).toBe(422);
    expect((await open(100, { 'quoted-fee': '-1' })).statusCode).toBe(422);
    const stale = await newcomer('leu@clientes.example', { 'quoted-fees': '40 2' });
    expect([stale.statusCode, stale.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'terms_changed', details: { StakeCancel: 12.5, WithdrawUsdt: 0.75 } }),
    ]);
    expect((await newcomer('leu@clientes.example', { 'quoted-fees': '40' })).statusCode).toBe(422);
    expect(await ana.balance()).toBe(before);

    expect((await newcomer('leu@clientes.example', { 'quoted-fees': '12.5 0.75' })).statusCode).toBe(201);
    expect((await withdraw({ 'quoted-fee': '0.75' })).statusCode).toBe(201);
    expect((await open(100, { 'quoted-rate': '10', 'quoted-fee': '12.5' })).statusCode).toBe(201);
  });

  test('[S4] [S7] when two of them have changed since this server last read them, both are reread and the call succeeds', async () => {
    const { Periods } = (await ana.get('/api/stake/offer')).json<StakeOffer>();
    const before = Periods.map(({ Days: days, Rate: rate, Amounts: amounts, Offered: offered }) => ({
      days,
      rate,
      amounts,
      offered,
    }));
    const fewer = before.map((plan) => (plan.days === 30 ? { ...plan, amounts: [70, 100] } : plan));
    expect((await lastro('settings set', 'stakes.plans', JSON.stringify(fewer))).exit).toBe(0);
    expect((await lastro('settings set', 'stakes.cancel_fee_percent', '11')).exit).toBe(0);
    const stake = (await open(70)).json<Stake>();
    expect(stake).toMatchObject({ Amount: 70, CancelFee: 11 });
    await cancel(stake);
    expect((await lastro('settings set', 'stakes.plans', JSON.stringify(before))).exit).toBe(0);
    expect((await lastro('settings set', 'stakes.cancel_fee_percent', '12.5')).exit).toBe(0);
  });

  test.each([
    ['stakes.cancel_fee_percent', '50.01'],
    ['stakes.cancel_fee_percent', '-1'],
    ['stakes.cancel_fee_percent', '12.345'],
    ['stakes.cancel_fee_percent', '"40"'],
    ['wallet.usdt_fee_percent', '10.01'],
    ['wallet.usdt_fee_percent', '-0.01'],
    ['wallet.usdt_fee_percent', 'none'],
  ])('%s cannot be %s', async (key, value) => {
    const typed = await lastro('settings set', key, value);
    expect([typed.exit, typed.err]).toEqual([expect.any(Number), expect.stringContaining('per cent of the amount')]);
    expect(typed.exit).not.toBe(0);
    expect((await lastro('settings list')).out).not.toContain(`${key} = ${value}`);
  });
});

test('[S7] a stake opened by the previous build has the fee of that time', async () => {
  const id = '01990000-0000-7000-8000-00000000fee5';
  await world.db.query(
    `SELECT open_position('stake', $1, $2, 100000000, 10000000, 10000000, business_now(), business_now() + interval '30 days', '{}')`,
    [id, ana.id],
  );
  const [stake] = (await ana.get('/api/stakes')).json<Stake[]>();
  expect(stake).toMatchObject({ Id: id, CancelFee: 40 });
  expect(await cancel(stake as Stake)).toMatchObject({ Fee: 40, Refund: 60 });
});

test('[R5] the audit checks the fee of each cancellation and withdrawal, and an agreed fee never changes', async () => {
  await expect(world.db.query(`UPDATE positions SET cancel_fee = 0 WHERE state = 'running'`)).rejects.toThrow(
    'what was agreed',
  );
  await askAsOwner(
    world.db.adminUrl,
    `ALTER TABLE positions DISABLE TRIGGER USER; UPDATE positions SET cancel_fee = cancel_fee + 10000 WHERE state = 'canceled';
     ALTER TABLE broker_transfers DISABLE TRIGGER USER; UPDATE broker_transfers SET fee_rate = fee_rate + 10000`,
  );
  const rules = (await world.audit()).map(({ rule }) => rule).join('\n');
  expect(rules).toContain('stake_canceled');
  expect(rules).toContain('a withdrawal costs what was agreed');
  await askAsOwner(
    world.db.adminUrl,
    `UPDATE positions SET cancel_fee = cancel_fee - 10000 WHERE state = 'canceled'; ALTER TABLE positions ENABLE TRIGGER USER;
     UPDATE broker_transfers SET fee_rate = fee_rate - 10000; ALTER TABLE broker_transfers ENABLE TRIGGER USER`,
  );
});

test('[W2] opening and cancelling at no fee earns nobody anything: no profit, bonus or residual', async () => {
  expect((await lastro('settings set', 'stakes.cancel_fee_percent', '0')).exit).toBe(0);
  expect((await lastro('settings set', 'wallet.usdt_fee_percent', '0')).exit).toBe(0);
  const sponsor = await world.investor({ isEmailConfirmed: true });
  const bia = await world.investor({ broughtBy: sponsor, isEmailConfirmed: true });
  await world.bring(bia, '300');
  for (const amount of [300, 100, 300]) {
    const stake = (await open(amount, {}, bia)).json<Stake>();
    expect(await cancel(stake, bia)).toMatchObject({ CancelFee: 0, Fee: 0, Refund: amount, Profit: 0 });
  }
  await lastro('clock forward 40d');
  expect([await bia.balance(), await sponsor.balance()]).toEqual([300, 0]);
  expect((await withdraw({}, bia, 300)).json<Transfer>()).toMatchObject({ Fee: 0, Net: 300 });
});
