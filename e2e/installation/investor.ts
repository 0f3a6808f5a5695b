import { randomBytes, randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { test as base } from './test.ts';

/** A customer who exists for one test. */
export interface Investor {
  name: string;
  email: string;
  password: string;
  token: string;
  /** Brings money from the brokerage in USDT and awaits its arrival. */
  bring: (amount: number) => Promise<void>;
  open: (amount: number, days: number) => Promise<void>;
}

interface Journey {
  investor: Investor;
  /** A page on which the investor is logged in. */
  page: Page;
}

export { expect } from '@playwright/test';

/** Registers a separate customer for the test. */
export const test = base.extend<Pick<Journey, 'investor'>>({
  investor: async ({ request }, use) => {
    await use(await register(request));
  },
});

/** The same, already logged in. */
export const testInside = test.extend<Pick<Journey, 'page'>>({
  page: async ({ page, investor }, use) => {
    await page.addInitScript(`localStorage.getItem('greeted') || localStorage.setItem('token', '${investor.token}');
      localStorage.setItem('greeted', 'once');`);
    await use(page);
  },
});

async function register(request: APIRequestContext): Promise<Investor> {
  const name = 'Ana Beatriz Figueiredo';
  // Digits only: three letters in a row might also occur in the password, which would then be refused as too personal.
  const email = `ana-${randomBytes(6).readUIntBE(0, 6)}@journeys.example`;
  const password = `Veleiro ${randomBytes(6).toString('hex')}`;
  const data = { name, email, password, phone: '+5511987654321', birth: '1990-05-17', terms: true };
  const answer = await request.post('/auth/register', { data });
  expect(answer.status()).toBe(201);
  const { token } = await answer.json();
  return {
    name,
    email,
    password,
    token,
    bring: (amount) => bring(request, token, amount),
    open: (amount, days) => open(request, token, amount, days),
  };
}

async function bring(request: APIRequestContext, token: string, amount: number): Promise<void> {
  const read = async () => (await request.get('/api/user', { headers: { authorization: token } })).json();
  const { Uuid, Balance } = await read();
  const answer = await request.post('/api/deposit', {
    headers: { authorization: token, 'idempotency-key': randomUUID() },
    data: { amount, user: Uuid, currency: 'usdt' },
  });
  expect(answer.status()).toBe(201);
  await expect.poll(async () => (await read()).Balance, { intervals: [100] }).toBe(Balance + amount);
}

async function open(request: APIRequestContext, token: string, amount: number, days: number): Promise<void> {
  const answer = await request.post('/api/stake', {
    headers: { authorization: token, 'idempotency-key': randomUUID() },
    data: { amount, time_stake: days },
  });
  expect(answer.status()).toBe(201);
}
