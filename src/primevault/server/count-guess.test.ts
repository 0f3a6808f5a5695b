import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { guessesByCustomer } from './count-guess.ts';
import { makeCode, vaultInvestor } from './testing/vault-world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterEach(async () => {
  expect(await world.audit()).toEqual([]);
  await world.db.query('DELETE FROM attempts');
});
afterAll(() => world.close());

const guess = (): string => `X${randomUUID().slice(0, 8)}`.toUpperCase();

const quoted = async (who: TestInvestor, code: string) =>
  who.get(`/api/vault/quote?amount=100&promocode=${encodeURIComponent(code)}`);
const deposited = async (who: TestInvestor, promocode: string) =>
  who.post('/api/vault/deposit', { amount: 100, promocode });

test('[V3] blocks a customer who guesses codes, by quote or by deposit, and then answers the same for codes that exist', async () => {
  await makeCode(world, 'SEGREDO');
  const eve = await vaultInvestor(world, '500');
  const tries = Array.from({ length: guessesByCustomer.most }, (_, n) =>
    n % 2 === 0 ? quoted(eve, guess()) : deposited(eve, guess()),
  );
  for (const answer of await Promise.all(tries)) {
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'promocode_unknown']);
  }
  for (const ask of [quoted, deposited]) {
    for (const code of [guess(), 'SEGREDO', ' segredo']) {
      const answer = await ask(eve, code);
      expect([answer.statusCode, answer.json().code]).toEqual([429, 'too_many_attempts']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  }
  expect(await eve.balance()).toBe(500);
  expect((await eve.get('/api/vault/quote?amount=100')).statusCode).toBe(200);
  expect((await eve.post('/api/vault/deposit', { amount: 100 })).statusCode).toBe(201);
  const bia = await vaultInvestor(world, '100');
  expect((await deposited(bia, 'SEGREDO')).statusCode).toBe(201);
});

test('[V3] quotes for an existing code never count as guesses', async () => {
  await makeCode(world, 'CONHECIDO');
  const ana = await vaultInvestor(world, '100');
  for (let round = 0; round < 3; round += 1) {
    const some = Array.from({ length: guessesByCustomer.most / 2 }, () => quoted(ana, 'CONHECIDO'));
    expect(new Set((await Promise.all(some)).map((answer) => answer.statusCode))).toEqual(new Set([200]));
  }
  // A malformed code is not looked up, and reveals nothing.
  expect((await quoted(ana, '-- drop')).json().code).toBe('promocode_unknown');
});
