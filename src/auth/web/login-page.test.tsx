import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerNetwork, noConnection, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { endSession, readSession } from '#platform/web/session.ts';
import '#platform/web/ui/send-what-stands.ts';
import { logIn } from '../contract.ts';
import { LoginPage } from './login-page.tsx';

/** A stand-in for the second factor's step. */
function SecondStep({ asked, onBack }: { asked: unknown; onBack: () => void }) {
  return <button onClick={onBack}>{JSON.stringify(asked)}</button>;
}

const session = { token: 'a-token', expires: '2026-01-01T00:00:00Z' };

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  endSession('logged-out');
});

async function submit(email: string, password: string) {
  if (email) await page.getByLabelText('E-mail').fill(email);
  if (password) await page.getByLabelText('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'ACESSAR' }).click();
}

test('[A2] the login asks for an email and a password under the heading Identifique-se', async () => {
  await show(<LoginPage SecondStep={SecondStep} />);
  await expect.element(page.getByRole('heading', { name: 'Identifique-se', level: 1 })).toBeVisible();
  await expect.element(page.getByLabelText('E-mail')).toHaveAttribute('type', 'email');
  await expect.element(page.getByLabelText('Senha', { exact: true })).toHaveAttribute('type', 'password');
  await expect.element(page.getByRole('button', { name: 'ACESSAR' })).toBeVisible();
});

test('[L6] the browser sends its stored device token, the same after logging out, and a new one if it was lost', async () => {
  const network = answerNetwork().answer(logIn, () => refusal(401, 'invalid_credentials', 'Credenciais inválidas'));
  await show(<LoginPage SecondStep={SecondStep} />);
  await submit('ana@demo.example', 'uma senha boa');
  endSession('logged-out');
  await submit('', '');
  await vi.waitFor(() => expect(network.callsTo(logIn)).toHaveLength(2));
  localStorage.clear();
  await submit('', '');
  await vi.waitFor(() => expect(network.callsTo(logIn)).toHaveLength(3));
  const [first, again, anew] = network.callsTo(logIn).map(({ headers }) => headers.get('device-token'));
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(again).toBe(first);
  expect(anew).toMatch(/^[\w-]{43}$/);
  expect(anew).not.toBe(first);
});

test('[L6] a browser without storage sends none, and can still log in', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const network = answerNetwork().answer(logIn, () => session);
  await show(<LoginPage SecondStep={SecondStep} />);
  await submit('ana@demo.example', 'uma senha boa');
  await vi.waitFor(() => expect(readSession().token).toBe('a-token'));
  expect(network.callsTo(logIn)[0]?.headers.get('device-token')).toBeNull();
});

test('[A2] the side image is shown on wide screens only', async () => {
  await page.viewport(1440, 900);
  await show(<LoginPage SecondStep={SecondStep} />);
  const art = page.getByText('Cada valor que você vê tem lastro.');
  await expect.element(art).toBeVisible();
  await page.viewport(390, 844);
  await expect.element(art).not.toBeVisible();
});

test('[A2] the button says Aguarde... while checking, keeps its width and ignores a second press', async () => {
  const network = answerNetwork().answer(logIn, () => new Promise<never>(() => undefined));
  await show(<LoginPage SecondStep={SecondStep} />);
  const width = page.getByRole('button', { name: 'ACESSAR' }).element().getBoundingClientRect().width;
  await submit('ana@demo.example', 'uma senha boa');
  const working = page.getByRole('button', { name: 'Aguarde...' });
  await expect.element(working).toBeVisible();
  expect(working.element().getBoundingClientRect().width).toBe(width);
  await userEvent.keyboard('{Enter}');
  expect(network.callsTo(logIn)).toHaveLength(1);
});

test.each([
  ['nothing', '', ''],
  ['no password', 'ana@demo.example', ''],
  ['no e-mail', '', 'uma senha boa'],
])('[A3] with %s the form says Preencha todos os campos. and sends nothing', async (_, email, password) => {
  const network = answerNetwork();
  await show(<LoginPage SecondStep={SecondStep} />);
  await submit(email, password);
  await expect.element(page.getByRole('alert')).toHaveTextContent('Preencha todos os campos.');
  expect(network.calls).toHaveLength(0);
});

test.each([
  ['by assigning', (field: HTMLInputElement, value: string) => (field.value = value)],
  [
    'from outside the page',
    (field: HTMLInputElement, value: string) =>
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value),
  ],
])('[L13] what a password manager filled in %s without an event is what is sent', async (_, fill) => {
  const network = answerNetwork().answer(logIn, () => session);
  await show(<LoginPage SecondStep={SecondStep} />);
  const fields = document.querySelectorAll<HTMLInputElement>('form input:not([type=checkbox])');
  ['ana@demo.example', 'uma senha boa'].forEach((value, n) => fill(fields[n] as HTMLInputElement, value));
  await page.getByRole('button', { name: 'ACESSAR' }).click();
  await vi.waitFor(() => expect(network.callsTo(logIn)).toHaveLength(1));
  expect(network.callsTo(logIn)[0]?.body).toMatchObject({ email: 'ana@demo.example', password: 'uma senha boa' });
});

test.each([
  ['401', () => refusal(401, 'invalid_credentials', 'the words of the server'), 'Credenciais inválidas'],
  ['429', () => refusal(429, 'too_many_attempts', 'Espere 30 segundos.'), 'Erro ao tentar login. Espere 30 segundos.'],
  ['500', () => refusal(500, 'fault', 'the words of the server'), 'Erro ao tentar login'],
  ['no connection', noConnection, 'Erro ao tentar login'],
])('[A3] %s shows a one-line message', async (_, answer, words) => {
  answerNetwork().answer(logIn, answer);
  await show(<LoginPage SecondStep={SecondStep} />);
  await submit('ana@demo.example', 'outra senha');
  await expect.element(page.getByRole('alert')).toHaveTextContent(words);
  await expect.element(page.getByRole('button', { name: 'ACESSAR' })).toBeEnabled();
  expect(readSession().token).toBeNull();
});

test('[A4] the token is stored in local storage', async () => {
  answerNetwork().answer(logIn, () => session);
  await show(<LoginPage SecondStep={SecondStep} />);
  await submit('  ana@demo.example ', 'uma senha boa');
  await vi.waitFor(() => expect(localStorage.getItem('token')).toBe('a-token'));
});

test('[A6] keep me logged in is sent when it is ticked', async () => {
  const network = answerNetwork().answer(logIn, () => session);
  await show(<LoginPage SecondStep={SecondStep} />);
  await page.getByRole('checkbox', { name: 'Manter conectado por 30 dias' }).click();
  await submit('ana@demo.example', 'uma senha boa');
  await vi.waitFor(() => expect(network.callsTo(logIn)).toHaveLength(1));
  expect(network.calls[0]?.body).toEqual({ email: 'ana@demo.example', password: 'uma senha boa', keep: true });
});

test('[A6] a customer whose session expired is told so', async () => {
  endSession('expired');
  await show(<LoginPage SecondStep={SecondStep} />);
  await expect.element(page.getByRole('status')).toHaveTextContent('porque o tempo dela acabou');
});

test('the password can be shown before it is sent', async () => {
  await show(<LoginPage SecondStep={SecondStep} />);
  await page.getByLabelText('Senha', { exact: true }).fill('uma senha boa');
  await page.getByRole('button', { name: 'Mostrar senha', pressed: false }).click();
  await expect.element(page.getByRole('button', { name: 'Mostrar senha', pressed: true })).toBeVisible();
  await expect.element(page.getByLabelText('Senha', { exact: true })).toHaveAttribute('type', 'text');
});

test('[B7] the login offers all five languages, and Persian turns the page right to left', async () => {
  await show(<LoginPage SecondStep={SecondStep} />);
  const select = page.getByLabelText('Idioma');
  const names = [...select.element().querySelectorAll('option')].map((option) => option.textContent);
  expect(names).toEqual(['Português', 'English', 'Español', '简体中文', 'فارسی']);
  await select.selectOptions('فارسی');
  await expect.element(page.getByRole('heading', { name: 'ورود به حساب' })).toBeVisible();
  await expect.poll(() => document.documentElement.dir).toBe('rtl');
  expect(document.documentElement).toHaveProperty('lang', 'fa');
  expect(localStorage.getItem('language')).toBe('fa');
});

test('[B6] the theme can be changed on the login, and is remembered', async () => {
  await show(<LoginPage SecondStep={SecondStep} />);
  await page.getByRole('button', { name: 'Usar tema claro' }).click();
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(localStorage.getItem('theme')).toBe('light');
});

test('[A2] the right password of a customer with a second factor leads to that step, and back', async () => {
  const asked = { ticket: 'a-ticket', methods: ['app'] };
  answerNetwork().answer(logIn, () => refusal(401, 'second_key_required', 'Confirme com sua segunda chave.', asked));
  await show(<LoginPage SecondStep={SecondStep} />);
  await submit('ana@demo.example', 'uma senha boa');
  await page.getByRole('button', { name: JSON.stringify(asked) }).click();
  await expect.element(page.getByLabelText('E-mail')).toHaveValue('ana@demo.example');
  expect(readSession().token).toBeNull();
});
