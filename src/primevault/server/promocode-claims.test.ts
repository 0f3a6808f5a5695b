import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { percent, usd } from '#money/money.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CustomerId } from '#http/server/investor.ts';
import { transaction } from '#database/server/transaction.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { openInvestment } from './open-investment.ts';
import { readVaultPlan } from './read-vault-plan.ts';
import { markEnded } from './promocode-store.ts';
import { claimUse, giveBack, giveBackOldClaims } from './promocode-claims.ts';
import { listed, makeCode, opened, usesOf, vaultInvestor } from './testing/vault-world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const deposit = '/api/vault/deposit';

async function claimOf(investor: TestInvestor, code: string, key: string, amount = '100'): Promise<string> {
  const request = { customerId: investor.id, key, code, amount: usd(amount), now: world.now };
  const claim = (await claimUse(world.db, request))?.claim;
  if (!claim) throw new Error(`no use of ${code}`);
  return claim;
}

const openClaims = (): Promise<object[]> => world.db.query('SELECT id FROM promocode_claims WHERE position_id IS NULL');

/** Ages the claim as though its call had been gone this long. */
async function age(claim: string, minutes: number): Promise<void> {
  await world.db.query(`UPDATE promocode_claims SET claimed_at = now() - make_interval(mins => $2) WHERE id = $1`, [
    claim,
    minutes,
  ]);
}

/** Opens an investment of 100 with a claim as it was prepared, whatever has become of it since. */
async function openWith(who: TestInvestor, id: string, code: string): Promise<unknown> {
  const investor = {
    id: who.id as CustomerId,
    now: world.now,
    sessionStartedAt: world.now,
    sessionExpiresAt: world.now,
    isEmailConfirmed: true,
  };
  const prepared = {
    claim: { id, customerId: who.id },
    code,
    points: percent('5'),
    refusal: null,
    tidied: Promise.resolve(),
    plan: await readVaultPlan(world.db, 'sandbox'),
    readAt: investor.now,
    isAccepted: true,
  };
  return transaction(world.db, (tx) => openInvestment(tx, { investor, body: { amount: 100 }, headers: {} }, prepared));
}

describe('a claim', () => {
  test('[V3] of a call that never finished is released after a timeout, not before', async () => {
    await makeCode(world, 'PARADA', { uses: 1 });
    const [ana, bia] = [await vaultInvestor(world, '100'), await vaultInvestor(world, '100')];
    const claim = await claimOf(ana, 'PARADA', 'gone');
    await age(claim, 4);
    expect([await giveBackOldClaims(world.db), await usesOf(world, 'PARADA')]).toEqual([0, 1]);
    const refused = await bia.post(deposit, { amount: 100, promocode: 'PARADA' });
    expect(refused.json<{ code: string }>().code).toBe('promocode_used_up');
    await age(claim, 6);
    expect([await giveBackOldClaims(world.db), await usesOf(world, 'PARADA')]).toEqual([1, 0]);
    expect(await giveBackOldClaims(world.db)).toBe(0);
    expect(await opened(bia, 100, 'PARADA')).toMatchObject({ Promocode: 'PARADA' });
  });

  test('[V3] is found again under its key and taken by the investment that eventually follows', async () => {
    await makeCode(world, 'VOLTA', { uses: 1 });
    const ana = await vaultInvestor(world, '100');
    const claim = await claimOf(ana, 'VOLTA', 'lost answer');
    expect(await claimOf(ana, 'VOLTA', 'lost answer')).toBe(claim);
    const headers = { 'idempotency-key': 'lost answer' };
    expect((await ana.post(deposit, { amount: 100, promocode: 'VOLTA' }, headers)).statusCode).toBe(201);
    const [{ Id } = { Id: '' }] = await listed(ana);
    const rows = await world.db.query('SELECT id FROM promocode_claims WHERE position_id = $1', [Id]);
    expect([rows, await usesOf(world, 'VOLTA')]).toEqual([[{ id: claim }], 1]);
  });

  test('[V3] released meanwhile opens nothing, and the call may be retried', async () => {
    await makeCode(world, 'TARDIA', { uses: 1 });
    const ana = await vaultInvestor(world, '100');
    const id = await claimOf(ana, 'TARDIA', 'slow');
    expect(await giveBack(world.db, id, ana.id)).toBe(true);
    const opening = openWith(ana, id, 'TARDIA');
    const refusal = await opening.catch((error: unknown) => error);
    expect(refusal instanceof Refusal && refusal.code).toBe('idempotency_in_progress');
    expect([await ana.balance(), await usesOf(world, 'TARDIA')]).toEqual([100, 0]);
    expect(await opened(ana, 100, 'TARDIA')).toMatchObject({ Promocode: 'TARDIA' });
  });

  test('[V3] is released once, however many try, and never after it was taken', async () => {
    await makeCode(world, 'UMAVEZ', { uses: 9, perCustomer: 9 });
    const ana = await vaultInvestor(world, '100');
    await opened(ana, 100, 'UMAVEZ');
    const [taken] = await world.db.query<{ id: string }>(`SELECT id FROM promocode_claims WHERE code = 'UMAVEZ'`);
    const claim = await claimOf(ana, 'UMAVEZ', 'another');
    const given = await Promise.all(Array.from({ length: 20 }, () => giveBack(world.db, claim, ana.id)));
    expect(given.filter(Boolean)).toHaveLength(1);
    expect([await giveBack(world.db, taken?.id ?? '', ana.id), await usesOf(world, 'UMAVEZ')]).toEqual([false, 1]);
  });
});

describe('a second call under the key of one that never finished', () => {
  const codeOf = (answer: { body: string }): string => (JSON.parse(answer.body) as { code: string }).code;

  test('[V3] cannot invest less than the minimum with its claim, whether or not uses are left', async () => {
    await makeCode(world, 'MINIMO', { min: '500', uses: 1 });
    const ana = await vaultInvestor(world, '1000');
    const claims = [await claimOf(ana, 'MINIMO', 'shared', '500')];
    const headers = { 'idempotency-key': 'shared' };
    const refused = await ana.post(deposit, { amount: 100, promocode: 'MINIMO' }, headers);
    expect([refused.statusCode, codeOf(refused)]).toEqual([422, 'promocode_used_up']);
    await makeCode(world, 'MINIMA', { min: '500', perCustomer: 2 });
    claims.push(await claimOf(ana, 'MINIMA', 'shared too', '500'));
    const refusedToo = await ana.post(
      deposit,
      { amount: 250, promocode: 'MINIMA' },
      { 'idempotency-key': 'shared too' },
    );
    expect([codeOf(refusedToo), await ana.balance(), await listed(ana)]).toEqual(['promocode_minimum', 1000, []]);
    for (const claim of claims) await giveBack(world.db, claim, ana.id);
  });

  test('[V3] cannot invest with its claim after the code is over', async () => {
    await makeCode(world, 'ACABOU');
    await makeCode(world, 'ENCERRADO');
    const ana = await vaultInvestor(world, '1000');
    const claims = [await claimOf(ana, 'ENCERRADO', 'ended')];
    await transaction(world.db, (tx) => markEnded(tx, 'ENCERRADO', world.now));
    const ended = await ana.post(deposit, { amount: 100, promocode: 'ENCERRADO' }, { 'idempotency-key': 'ended' });
    claims.push(await claimOf(ana, 'ACABOU', 'over'));
    world.forward(30);
    const over = await ana.post(deposit, { amount: 100, promocode: 'ACABOU' }, { 'idempotency-key': 'over' });
    expect([codeOf(ended), codeOf(over), await ana.balance()]).toEqual([
      'promocode_expired',
      'promocode_expired',
      1000,
    ]);
    for (const claim of claims) await giveBack(world.db, claim, ana.id);
  });

  test('[V3] is refused by the database where the claim is for another amount or another code', async () => {
    await makeCode(world, 'GRANDE', { min: '500' });
    await makeCode(world, 'PEQUENO');
    const ana = await vaultInvestor(world, '1000');
    const claim = await claimOf(ana, 'GRANDE', 'prepared', '500');
    for (const code of ['GRANDE', 'PEQUENO']) {
      const refusal = await openWith(ana, claim, code).catch((error: unknown) => error);
      expect(refusal instanceof Refusal && refusal.code).toBe('idempotency_in_progress');
    }
    expect([await ana.balance(), await giveBack(world.db, claim, ana.id)]).toEqual([1000, true]);
  });

  test('[V3] [L14] cannot invest more with its claim than what was promised for', async () => {
    await makeCode(world, 'MAIOR', { most: '5' });
    const ana = await vaultInvestor(world, '1000');
    const claim = await claimOf(ana, 'MAIOR', 'grown');
    const more = await ana.post(deposit, { amount: 500, promocode: 'MAIOR' }, { 'idempotency-key': 'grown' });
    expect([codeOf(more), await ana.balance()]).toEqual(['promocode_spent', 1000]);
    await giveBack(world.db, claim, ana.id);
  });

  test('[V3] sent at the same time with another amount, invests nothing below the minimum with the code', async () => {
    await makeCode(world, 'JUNTOS', { min: '1000', perCustomer: 100 });
    const ana = await vaultInvestor(world, '50000');
    for (let n = 0; n < 12; n += 1) {
      const headers = { 'idempotency-key': `together ${n}` };
      const amounts = n % 2 === 0 ? [1000, 100] : [100, 1000];
      await Promise.all(amounts.map((amount) => ana.post(deposit, { amount, promocode: 'JUNTOS' }, headers)));
    }
    const invested = await listed(ana);
    expect(invested.filter(({ Amount }) => Amount < 1000)).toEqual([]);
    expect([await usesOf(world, 'JUNTOS'), await openClaims()]).toEqual([invested.length, []]);
  });
});

describe('a retried call', () => {
  test('[V3] under its key consumes no further use, whether it succeeded or was refused', async () => {
    await makeCode(world, 'DENOVO', { uses: 5, perCustomer: 5 });
    const ana = await vaultInvestor(world, '150');
    const send = (key: string) => ana.post(deposit, { amount: 100, promocode: 'DENOVO' }, { 'idempotency-key': key });
    const answers = [await send('first'), await send('second'), await send('first')];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 422, 201]);
    await world.bring(ana, '500');
    const again = [await send('first'), await send('second')];
    expect(again.map(({ body }) => body)).toEqual([answers[0]?.body, answers[1]?.body]);
    expect([await usesOf(world, 'DENOVO'), await openClaims()]).toEqual([1, []]);
  });

  test('[V3] for something else under a used key claims nothing', async () => {
    await makeCode(world, 'OUTRA', { uses: 1 });
    const ana = await vaultInvestor(world, '500');
    const headers = { 'idempotency-key': 'one key' };
    expect((await ana.post('/api/stake', { amount: 100, time_stake: 30 }, headers)).statusCode).toBe(201);
    const reused = await ana.post(deposit, { amount: 100, promocode: 'OUTRA' }, headers);
    expect([reused.statusCode, reused.json<{ code: string }>().code]).toEqual([409, 'idempotency_key_reused']);
    expect([await usesOf(world, 'OUTRA'), await openClaims()]).toEqual([0, []]);
  });

  test('[V3] with another code under the same key, sent concurrently, uses only one of them', async () => {
    await makeCode(world, 'PAR-A');
    await makeCode(world, 'PAR-B');
    const ana = await vaultInvestor(world, '500');
    const headers = { 'idempotency-key': 'two codes' };
    const answers = await Promise.all(
      ['PAR-A', 'PAR-B'].map((promocode) => ana.post(deposit, { amount: 100, promocode }, headers)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const uses = await Promise.all([usesOf(world, 'PAR-A'), usesOf(world, 'PAR-B')]);
    expect(new Set(uses)).toEqual(new Set([0, 1]));
    expect(await openClaims()).toEqual([]);
  });
});

test('[V3] a deposit the treasury cannot back consumes no use', async () => {
  const small = await openWorld({ treasury: '10' });
  await makeCode(small, 'POUCO', { uses: 1 });
  const ana = await vaultInvestor(small, '100');
  const refused = await ana.post(deposit, { amount: 100, promocode: 'POUCO' });
  expect(refused.json<{ code: string }>().code).toBe('no_capacity');
  expect([await usesOf(small, 'POUCO'), await small.audit()]).toEqual([0, []]);
  await small.close();
});
