import { afterAll, beforeAll, expect, test } from 'vitest';
import { newcomer } from '#testing/server/newcomer.ts';
import { strangeToken } from '#testing/server/strange-token.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { passwordChanges } from './change-password.ts';
import { newDevicesTold } from './marked-session.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const post = (url: string, body: object, headers: Record<string, string>) =>
  world.ask({ method: 'POST', url, body, headers });
const mailsOf = (email: unknown, kind: string) =>
  world.db.query('SELECT FROM mails m JOIN customers c ON c.id = m.customer_id WHERE c.email = $1 AND m.kind = $2', [
    email,
    kind,
  ]);

/** Registers somebody else's address, which nobody ever confirms. */
async function registered(): Promise<{ email: unknown; password: unknown; token: string }> {
  const { email, password, ...rest } = newcomer();
  const headers = { 'device-token': strangeToken() };
  const answer = await post('/auth/register', { ...rest, email, password }, headers);
  return { email, password, token: answer.json<{ token: string }>().token };
}

test('[A9] logging in from ever new devices does not fill a mailbox that may be somebody else’s', async () => {
  const { email, password } = await registered();
  for (let n = 0; n < newDevicesTold.most + 5; n += 1) {
    const entered = await post('/auth', { email, password }, { 'device-token': strangeToken() });
    expect(entered.statusCode).toBe(200);
  }
  expect(await mailsOf(email, 'notices.security')).toHaveLength(newDevicesTold.most);
});

test('[A9] nor does changing the password; a refused change does not count', async () => {
  const { email, token } = await registered();
  const change = (n: number, more: object = {}) =>
    post('/api/password/-', { password: `jabuti na varanda ${n}`, ...more }, { authorization: token });
  for (let n = 0; n < 3; n += 1) expect((await change(n, { current: 'não é essa' })).statusCode).toBe(422);
  for (let n = 0; n < passwordChanges.most; n += 1) expect((await change(n)).statusCode).toBe(204);
  expect((await change(99)).statusCode).toBe(429);
  expect(await mailsOf(email, 'auth.password-changed')).toHaveLength(passwordChanges.most);
});
