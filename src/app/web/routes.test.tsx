import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { logOut } from '#auth/log-out-contract.ts';
import { readUser } from '#profile/contract.ts';
import { beginSession, endSession, readSession } from '#platform/web/session.ts';
import { ana } from '#testing/web/ana.ts';
import { answerNetwork, noConnection, refusal } from '#testing/web/network.ts';
import { open } from '#testing/web/open.tsx';
import { placeLeft } from './way-back.ts';

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  endSession('logged-out');
  await page.viewport(1440, 900);
});

async function expectAddress(address: string) {
  await vi.waitFor(() => expect(window.location.pathname).toBe(address));
}

test.each(['/', '/dashboard', '/stake', '/404', '/nowhere'])(
  '[A1] without a token %s leads to the login',
  async (address) => {
    answerNetwork();
    await open(address);
    await expectAddress('/auth/login');
    await expect.element(page.getByRole('heading', { name: 'Identifique-se' })).toBeVisible();
  },
);

test('[A1] a link that was opened before the login leads there after it, for whoever logs in; leaving on purpose does not', async () => {
  answerNetwork().answer(readUser, () => ana());
  const place = placeLeft('/maturities?view=list', { token: null, visit: null, endReason: null, endedFor: null });
  await open('/auth/login', { state: place });
  beginSession('a-token');
  await expectAddress('/maturities');
  expect(window.location.search).toBe('?view=list');
  endSession('logged-out');
  await expectAddress('/auth/login');
  beginSession('b-token');
  await expectAddress('/dashboard');
});

test.each([
  '//elsewhere.example/dashboard',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  'https://elsewhere.example',
  'javascript:alert(1)',
  '/auth/login',
])('[A1] the login leads nowhere but to an address of the product: not to %j', async (path) => {
  answerNetwork().answer(readUser, () => ana());
  await open('/auth/login', { state: { left: { path, of: null } } });
  beginSession('a-token');
  await expectAddress('/dashboard');
});

test.each([
  '/',
  '/nowhere',
  '/stake/deeper',
  '/auth',
  '/auth/login',
  '/auth/anything',
  '/auth/register?ref=ABCD2345',
  '/auth/recover',
  '/auth/reset?token=x',
  '/auth/confirm?token=x',
])('[A1] with a token %s leads to the dashboard', async (address) => {
  answerNetwork().answer(readUser, () => ana());
  beginSession('a-token');
  await open(address);
  await expectAddress('/dashboard');
});

test.each([
  ['register', 'Crie sua conta'],
  ['recover', 'Recupere sua senha'],
  ['reset?token=x', 'Crie uma nova senha'],
  ['anything', 'Identifique-se'],
])('[A1] without a token /auth/%s is shown', async (way, heading) => {
  answerNetwork();
  await open(`/auth/${way}`);
  await expect.element(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
});

test('[B5] the 404 page links to support and leads back', async () => {
  answerNetwork().answer(readUser, () => ana());
  beginSession('a-token');
  await open('/404');
  await expect.element(page.getByRole('heading', { name: 'Esta página está pescando.' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Fale com o suporte' }))
    .toHaveAttribute('href', 'https://support.example/');
  await page.getByRole('link', { name: 'Voltar ao início' }).click();
  await expectAddress('/dashboard');
});

test('[A4] the token is sent as is, and the Uuid is stored in local storage', async () => {
  const network = answerNetwork().answer(readUser, () => ana());
  beginSession('a-token');
  await open('/dashboard');
  await vi.waitFor(() => expect(localStorage.getItem('uuid')).toBe(ana().Uuid));
  expect(network.callsTo(readUser)[0]?.headers.get('Authorization')).toBe('a-token');
});

test.each([401, 403, 404])(
  '[A5] a user refused by the server (%d) returns to the login and is told why',
  async (status) => {
    answerNetwork().answer(readUser, () => refusal(status, 'refused', 'Não.'));
    beginSession('a-token');
    await open('/dashboard');
    await expectAddress('/auth/login');
    expect(localStorage.getItem('token')).toBeNull();
    await expect.element(page.getByRole('status')).toHaveTextContent('Sua sessão foi encerrada');
  },
);

test('[A5] without a connection the customer stays logged in and can retry', async () => {
  const network = answerNetwork().answer(readUser, noConnection);
  beginSession('a-token');
  await open('/dashboard');
  await expect.element(page.getByText('Sem conexão com o servidor', { exact: false })).toBeVisible();
  expect(readSession().token).toBe('a-token');
  network.answer(readUser, () => ana());
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText('US$ 1.234,56').first()).toBeVisible();
});

test('[A5] logging out ends the session here and on the server', async () => {
  const network = answerNetwork()
    .answer(readUser, () => ana())
    .answer(logOut, () => undefined);
  beginSession('a-token');
  await open('/dashboard');
  await page.getByRole('button', { name: 'Sua conta' }).click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expectAddress('/auth/login');
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('uuid')).toBeNull();
  expect(network.callsTo(logOut)[0]?.headers.get('Authorization')).toBe('a-token');
  expect(page.getByRole('status').elements()).toHaveLength(0);
});

test('[A6] at zero the customer returns to the login', async () => {
  const endMs = Date.now() + 1_500;
  answerNetwork().answer(readUser, () =>
    Date.now() < endMs
      ? ana({ SessionExpires: new Date(endMs).toISOString() })
      : refusal(401, 'unauthenticated', 'Entre de novo.'),
  );
  beginSession('a-token');
  await open('/dashboard');
  await expectAddress('/auth/login');
  await expect.element(page.getByRole('status')).toHaveTextContent('porque o tempo dela acabou');
});
