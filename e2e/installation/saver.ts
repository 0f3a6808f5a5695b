import { randomBytes, randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { linkMailed } from './outbox.ts';
import { test as base } from './test.ts';

/** A customer who confirmed their address by the emailed link, and so may withdraw. */
export interface Saver {
  email: string;
  password: string;
  token: string;
  /** The device token of their browser: the first one they used, from which withdrawals leave immediately. */
  device: string;
  bring: (amount: number) => Promise<void>;
  balance: () => Promise<number>;
  uuid: () => Promise<string>;
}

/** Already logged in. */
export const testAsSaver = base.extend<{ saver: Saver }>({
  saver: async ({ request }, use) => {
    await use(await create(request));
  },
  page: async ({ page, saver }, use) => {
    await page.addInitScript(
      `localStorage.setItem('token', '${saver.token}'); localStorage.setItem('device', '${saver.device}');`,
    );
    await use(page);
  },
});

async function create(request: APIRequestContext): Promise<Saver> {
  const email = `bia-${randomBytes(6).readUIntBE(0, 6)}@journeys.example`;
  const password = `Veleiro ${randomBytes(6).toString('hex')}`;
  const device = randomBytes(32).toString('base64url');
  const answer = await request.post('/auth/register', {
    headers: { 'device-token': device },
    data: { name: 'Bia Andrade', email, password, phone: '+5511987654321', birth: '1990-05-17', terms: true },
  });
  expect(answer.status()).toBe(201);
  const { token } = await answer.json();
  const mailed = new URL(await linkMailed(email, 'confirm'), 'http://any.place').searchParams.get('token');
  expect((await request.post('/auth/confirm', { data: { token: mailed } })).ok()).toBe(true);
  const read = async () => (await request.get('/api/user', { headers: { authorization: token } })).json();
  const balance = async (): Promise<number> => (await read()).Balance;
  const uuid = async (): Promise<string> => (await read()).Uuid;
  return { email, password, token, device, balance, uuid, bring: (amount) => bring(request, token, amount, read) };
}

type User = { Uuid: string; Balance: number };

async function bring(
  request: APIRequestContext,
  token: string,
  amount: number,
  read: () => Promise<User>,
): Promise<void> {
  const { Uuid, Balance } = await read();
  const answer = await request.post('/api/deposit', {
    headers: { authorization: token, 'idempotency-key': randomUUID() },
    data: { amount, user: Uuid, currency: 'usdt' },
  });
  expect(answer.status()).toBe(201);
  await expect.poll(async () => (await read()).Balance, { intervals: [100] }).toBe(Balance + amount);
}
