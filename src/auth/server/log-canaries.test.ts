import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { logIn, meet, register } from '#testing/server/newcomer.ts';

const email = 'canary.7f3a@example.com';
const password = 'rouxinol-8b21 no telhado';
const phone = '+5511900007777';
const name = 'Canarinho Sete';
let world: World;

beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

function expectSilence(secrets: readonly string[]): void {
  const log = world.logLines.join('');
  expect(world.logLines.length).toBeGreaterThan(0);
  expect(secrets.filter((secret) => log.includes(secret) || log.includes(encodeURIComponent(secret)))).toEqual([]);
}

test('[A2] registering, logging in, failing to and logging out log no password, token, email, phone or name', async () => {
  const first = (await register(world, { email, password, phone, name })).json().token;
  await register(world, { email, password, phone, name });
  const { token } = (await logIn(world, { email, password })).json();
  await logIn(world, { email, password: `${password}?` });
  await logIn(world, { email, password: { [password]: email } });
  await meet(world, token);
  await world.ask({ method: 'POST', url: '/auth/logout', headers: { authorization: token } });
  await meet(world, token);
  expectSilence([email, password, phone, phone.slice(1), name, token, first, 'canary', 'rouxinol']);
});

test('[A2] nor do unreadable requests, or ones that carry them where they do not belong', async () => {
  const headers = { 'content-type': 'application/json' };
  await world.ask({ method: 'POST', url: '/auth', headers, payload: `{"email":"${email}","password":"${password}"` });
  await world.ask({
    method: 'GET',
    url: `/auth/${encodeURIComponent(email)}?password=${encodeURIComponent(password)}`,
  });
  await world.ask({ method: 'PUT', url: `/api/user/${phone}/1990-05-17` });
  await world.ask({ method: 'POST', url: `/api/password/${encodeURIComponent(password)}` });
  expectSilence([email, password, phone, '1990-05-17', 'canary', 'rouxinol']);
});

test('[A2] nor does an internal fault', async () => {
  const { query } = world.http.db;
  world.http.db.query = async () => {
    throw Object.assign(new Error('broken'), { detail: `Key (email)=(${email})`, where: phone, hint: password });
  };
  const answer = await logIn(world, { email, password });
  world.http.db.query = async () => {
    throw Object.assign(new Error(`invalid input syntax for type uuid: "${email} ${password}"`), { code: '22P02' });
  };
  await logIn(world, { email, password });
  world.http.db.query = query;
  expect(world.logLines.join('')).toContain('invalid input syntax for type uuid: …');
  expect(answer.statusCode).toBe(500);
  expect(world.logLines.join('')).toContain('broken');
  expectSilence([email, password, phone, 'canary', 'rouxinol']);
});
