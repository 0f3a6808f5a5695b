import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { termsVersion } from '#auth/terms-versions.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { vaultTermsVersion } from '#primevault/terms-version.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { rateMaxAgeMinutes } from '#wallet/server/rate-settings.ts';
import { houseWithdrawalLimitUsd, withdrawalLimitUsd } from '#wallet/server/wallet-settings.ts';
import type { Help } from '../contract.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const read = async (investor: TestInvestor): Promise<Help> => (await investor.get('/api/help')).json<Help>();

describe('the rules', () => {
  test('[G4] are the operator’s settings, effective immediately, and leave out what is the house’s alone', async () => {
    const ana = await world.investor();
    expect(await read(ana)).toMatchObject({
      Withdrawal: { Limit: 5000, LimitHours: 24, ChangeHours: 24 },
      Rate: { MaxAgeMinutes: 60 },
    });
    const settings = [
      [withdrawalLimitUsd, 1234.56],
      [houseWithdrawalLimitUsd, 98_765],
      [rateMaxAgeMinutes, 15],
    ] as const;
    for (const [setting, value] of settings) {
      expect(await transaction(world.db, (tx) => writeSetting(tx, setting, value))).toBe(true);
    }
    const answer = await ana.get('/api/help');
    expect(answer.json()).toMatchObject({ Withdrawal: { Limit: 1234.56 }, Rate: { MaxAgeMinutes: 15 } });
    expect(answer.body).not.toContain('98765');
  });

  test('[G4] [F6] state the limit by which a withdrawal is reviewed', async () => {
    const ana = await world.investor({ balance: '3000', isEmailConfirmed: true });
    const { Limit } = (await read(ana)).Withdrawal;
    const withdraw = async (amount: number): Promise<boolean> =>
      (await ana.post('/api/withdraw', { amount, user: ana.id, currency: 'usdt' })).json<{ Reviewed: boolean }>()
        .Reviewed;
    expect(await withdraw(Limit)).toBe(false);
    expect(await withdraw(0.01)).toBe(true);
  });
});

describe('the terms', () => {
  test('[G4] [A7] are shown as they were accepted: which version, and when', async () => {
    const ana = await world.investor();
    const before = new Date();
    const { Terms, VaultTerms } = await read(ana);
    expect(Terms).toMatchObject({ Present: termsVersion, Accepted: { Version: termsVersion } });
    expect(Math.abs(Date.parse(Terms.Accepted?.At ?? '') - before.getTime())).toBeLessThan(60_000);
    expect(VaultTerms).toEqual({ Present: vaultTermsVersion, Accepted: null });
  });

  test('[G4] [V3] of the vault are accepted once per version, and a new version before the next deposit', async () => {
    const ana = await world.investor({ balance: '500' });
    await ana.post('/api/vault/subscribe', { terms: true });
    const at = world.now.toISOString();
    world.forward(3);
    await ana.post('/api/vault/subscribe', { terms: true });
    expect((await read(ana)).VaultTerms.Accepted).toEqual({ Version: vaultTermsVersion, At: at });
    // Simulates that she accepted an earlier version.
    await askAsOwner(
      world.db.adminUrl,
      `UPDATE vault_acceptances SET version = '2020-01-01' WHERE customer_id = '${ana.id}'`,
    );
    const refused = await ana.post('/api/vault/deposit', { amount: 100 });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'vault_terms_required']);
    expect((await ana.get('/api/vault/plan')).json()).toMatchObject({ TermsAccepted: false });
    expect((await read(ana)).VaultTerms.Accepted).toEqual({ Version: '2020-01-01', At: at });
    await ana.post('/api/vault/subscribe', { terms: true });
    expect((await ana.post('/api/vault/deposit', { amount: 100 })).statusCode).toBe(201);
    expect((await read(ana)).VaultTerms.Accepted).toEqual({ Version: vaultTermsVersion, At: world.now.toISOString() });
  });

  test('[G4] are each customer’s own, and need a session', async () => {
    const [ana, bia] = [await world.investor(), await world.investor()];
    await ana.post('/api/vault/subscribe', { terms: true });
    expect((await read(bia)).VaultTerms.Accepted).toBeNull();
    // Nothing in a request identifies the customer but its token.
    const asked = await bia.get(`/api/help?user=${ana.id}&customer=${ana.id}`, { 'x-user': ana.id });
    expect(asked.json<Help>().VaultTerms.Accepted).toBeNull();
    for (const headers of [
      {},
      { authorization: 'x' },
      { authorization: 'A'.repeat(43) },
      { authorization: 'Basic eA==' },
    ]) {
      const { statusCode, body } = await world.ask({ method: 'GET', url: '/api/help', headers });
      expect(statusCode).toBe(401);
      expect(body).not.toContain('Limit');
    }
    await bia.post('/auth/logout');
    expect((await bia.get('/api/help')).statusCode).toBe(401);
  });
});

test('[G4] an unknown call is refused, and never causes a fault', async () => {
  const ana = await world.investor();
  const headers = { authorization: ana.token };
  for (const [method, url] of [
    ['POST', '/api/help'],
    ['PUT', '/api/help'],
    ['DELETE', '/api/help'],
    ['GET', '/api/help/'],
    ['GET', '/api/help/fees'],
    ['GET', '/api/help%00'],
    ['GET', `/api/help/${'x'.repeat(5_000)}`],
  ] as const) {
    const { statusCode } = await world.ask({
      method,
      url,
      headers,
      ...(method !== 'GET' && { payload: { terms: true } }),
    });
    expect([method, url, statusCode >= 400 && statusCode < 500]).toEqual([method, url, true]);
  }
});
