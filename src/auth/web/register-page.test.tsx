import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readUser } from '#profile/contract.ts';
import { ana } from '#testing/web/ana.ts';
import { answerNetwork, noConnection, refusal } from '#testing/web/network.ts';
import { open } from '#testing/web/open.tsx';
import { endSession, readSession } from '#platform/web/session.ts';
import { readPresentTerms, register } from '../contract.ts';
import { readInviter } from '../inviter-contract.ts';

const session = { token: 'a-token', expires: '2026-01-01T00:00:00Z' };

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  endSession('logged-out');
  await page.viewport(1440, 900);
});

async function typeBirth(digits: string) {
  await page.getByRole('group', { name: 'Data de nascimento' }).getByRole('spinbutton').first().click();
  await userEvent.keyboard(digits);
}

async function fillIn() {
  await page.getByLabelText('Nome completo').fill('  Bruno Lima ');
  await page.getByLabelText('E-mail').fill(' bruno@example.com');
  await page.getByLabelText('Telefone').fill('(21) 99876-5432');
  await typeBirth('03111988');
  await page.getByLabelText('Senha', { exact: true }).fill('capivara no telhado');
  await page.getByRole('checkbox').click();
}

const submit = () => page.getByRole('button', { name: 'CRIAR CONTA' }).click();

describe('creating an account', () => {
  test('[A7] sends the input as the contract requires, and logs the newcomer in', async () => {
    const network = answerNetwork()
      .answer(readUser, () => ana())
      .answer(register, () => session);
    await open('/auth/register?ref=abcd2345');
    await expect.element(page.getByLabelText('Código de indicação (opcional)')).toHaveValue('ABCD2345');
    await fillIn();
    await submit();
    await vi.waitFor(() => expect(readSession().token).toBe('a-token'));
    expect(network.callsTo(register)[0]?.body).toEqual({
      name: 'Bruno Lima',
      email: 'bruno@example.com',
      phone: '+5521998765432',
      birth: '1988-11-03',
      password: 'capivara no telhado',
      terms: true,
      code: 'ABCD2345',
    });
    await vi.waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
  });

  test('[A7] whoever invited is named before the account is created, and nobody where the code is nobody’s', async () => {
    const network = answerNetwork().answer(readInviter, ({ address }) => ({
      Name: address.includes('ABCD2345') ? 'Maria S.' : null,
    }));
    await open('/auth/register?ref=abcd2345');
    const code = page.getByLabelText('Código de indicação (opcional)');
    await expect.element(code).toHaveAccessibleDescription('Maria S.');
    await code.fill('ABCD234');
    await expect.element(code).not.toHaveAccessibleDescription();
    await code.fill('ZZZZ9999');
    await vi.waitFor(() => expect(network.callsTo(readInviter)).toHaveLength(2));
    await expect.element(page.getByText('Maria S.')).not.toBeInTheDocument();
  });

  test("[L6] a password made of the newcomer's name is reported at its field, and nothing is sent", async () => {
    const network = answerNetwork().answer(register, () => session);
    await open('/auth/register');
    await fillIn();
    await page.getByLabelText('Senha', { exact: true }).fill('Brun0-1988!');
    await submit();
    await expect.element(page.getByText('A senha não pode ter seu nome', { exact: false })).toBeVisible();
    expect(network.callsTo(register)).toEqual([]);
  });

  test('[A2] [A7] whoever comes of age today is judged by the server alone, in the zone of the house', async () => {
    const soon = new Date(Date.now() + 24 * 60 * 60_000);
    const birth = new Date(Date.UTC(soon.getUTCFullYear() - 18, soon.getUTCMonth(), soon.getUTCDate()));
    const [year = '', month = '', day = ''] = birth.toISOString().slice(0, 10).split('-');
    const network = answerNetwork().answer(register, () => refusal(422, 'under_age', 'É preciso ter 18 anos.'));
    await open('/auth/register');
    await fillIn();
    await typeBirth(`${day}${month}${year}`);
    await submit();
    await expect.element(page.getByText('É preciso ter 18 anos.')).toBeVisible();
    expect(network.callsTo(register)[0]?.body).toMatchObject({ birth: `${year}-${month}-${day}` });
  });

  test('[A7] sends no code without one', async () => {
    const network = answerNetwork()
      .answer(readUser, () => ana())
      .answer(register, () => session);
    await open('/auth/register');
    await fillIn();
    await submit();
    await vi.waitFor(() => expect(network.callsTo(register)).toHaveLength(1));
    expect(network.callsTo(register)[0]?.body).not.toHaveProperty('code');
  });

  test('[A7] everything missing is reported at its field, the first is focused, and nothing is sent', async () => {
    const network = answerNetwork().answer(readUser, () => ana());
    await open('/auth/register');
    await submit();
    for (const words of [
      'Preencha este campo.',
      'Informe um e-mail válido.',
      'Informe o telefone com DDD ou, se for de outro país, com + e o código dele.',
      'Informe a data completa.',
      'A senha precisa de 8 a 128 caracteres.',
      'Aceite os termos de uso para continuar.',
    ]) {
      await expect.element(page.getByText(words)).toBeVisible();
    }
    await expect.element(page.getByLabelText('Nome completo')).toHaveFocus();
    expect(network.callsTo(register)).toHaveLength(0);
  });

  test('[A7] the terms must be accepted, and can be read first', async () => {
    const network = answerNetwork()
      .answer(readUser, () => ana())
      .answer(readPresentTerms, () => ({ Version: '2026-11-22', Fees: { StakeCancel: 37.5, WithdrawUsdt: 3 } }));
    await open('/auth/register');
    await fillIn();
    await page.getByRole('checkbox').click();
    await submit();
    await expect.element(page.getByRole('checkbox')).toHaveFocus();
    await expect
      .element(page.getByRole('checkbox'))
      .toHaveAccessibleDescription('Aceite os termos de uso para continuar.');
    expect(network.callsTo(register)).toHaveLength(0);
    await page.getByText('Ler os termos de uso').click();
    await expect.element(page.getByRole('heading', { name: 'Riscos' })).toBeVisible();
    await page.getByLabelText('Idioma').selectOptions('English');
    await expect.element(page.getByRole('heading', { name: 'Risks' })).toBeVisible();
    await expect.element(page.getByText('costs 37.5% of the amount invested')).toBeVisible();
    await expect.element(page.getByText('Withdrawals in USDT have a fee of 3%.')).toBeVisible();
  });

  test('[A7] the terms are accepted with the fees that were read; changed fees are shown again', async () => {
    let fee = 2;
    const network = answerNetwork()
      .answer(readUser, () => ana())
      .answer(readPresentTerms, () => ({ Version: '2026-11-22', Fees: { StakeCancel: 40, WithdrawUsdt: fee } }))
      .answer(register, () => refusal(409, 'terms_changed', 'As taxas mudaram.'));
    await open('/auth/register');
    await fillIn();
    await page.getByText('Ler os termos de uso').click();
    await expect.element(page.getByText('taxa de 2%')).toBeVisible();
    fee = 4;
    await submit();
    await expect.element(page.getByText('As taxas mudaram.')).toBeVisible();
    await expect.element(page.getByText('taxa de 4%')).toBeVisible();
    await submit();
    await expect.poll(() => network.callsTo(register)).toHaveLength(2);
    expect(network.callsTo(register).map(({ headers }) => headers.get('quoted-fees'))).toEqual(['40 2', '40 4']);
  });
});

describe('a refused account', () => {
  test.each([
    [409, 'email_taken', 'Este e-mail já tem uma conta.', 'E-mail'],
    [422, 'password_too_common', 'Esta senha é muito comum.', 'Senha'],
    [422, 'unknown_code', 'Este código de indicação não existe.', 'Código de indicação (opcional)'],
  ])('[A7] %d %s is reported at its field, and no input is lost', async (status, code, words, label) => {
    answerNetwork()
      .answer(readUser, () => ana())
      .answer(register, () => refusal(status, code, words));
    await open('/auth/register?ref=ZZZZZZZZ');
    await fillIn();
    await submit();
    const field = page.getByLabelText(label, { exact: true });
    await expect.element(field).toHaveFocus();
    // The field's hint stays beside its error.
    await expect.element(field).toHaveAccessibleDescription(new RegExp(`^${words}( Pelo menos 8 caracteres)?$`));
    await expect.element(page.getByLabelText('Nome completo')).toHaveValue('  Bruno Lima ');
    await expect.element(page.getByLabelText('Senha', { exact: true })).toHaveValue('capivara no telhado');
    await expect.element(page.getByRole('group', { name: 'Data de nascimento' })).toHaveTextContent('03/11/1988');
    await expect.element(page.getByRole('checkbox')).toBeChecked();
  });

  test.each([
    ['429', () => refusal(429, 'too_many_attempts', 'Espere 30 segundos.'), 'Espere 30 segundos.'],
    ['500', () => refusal(500, 'fault', 'the words of the server'), 'Não foi possível criar a conta.'],
    ['no connection', noConnection, 'Não foi possível criar a conta.'],
  ])('[A7] %s is reported for the whole form, and can be retried', async (_, answer, words) => {
    const network = answerNetwork()
      .answer(readUser, () => ana())
      .answer(register, answer);
    await open('/auth/register');
    await fillIn();
    await submit();
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
    network.answer(register, () => session);
    await submit();
    await vi.waitFor(() => expect(readSession().token).toBe('a-token'));
  });
});

test('[B7] in fa the birth date is typed in the Persian calendar, and a phone in Persian digits', async () => {
  const network = answerNetwork()
    .answer(readUser, () => ana())
    .answer(register, () => session);
  await open('/auth/register', { language: 'fa' });
  await page.getByLabelText('نام کامل').fill('مینا');
  await page.getByLabelText('ایمیل').fill('mina@example.com');
  await page.getByLabelText('تلفن').fill('+۹۸ ۹۱۲ ۳۴۵ ۶۷۸۹');
  const birth = page.getByRole('group', { name: 'تاریخ تولد' });
  for (const [part, digits] of Object.entries({ year: '1370', month: '6', day: '15' })) {
    await userEvent.click(birth.element().querySelector(`[data-type="${part}"]`) as Element);
    await userEvent.keyboard(digits);
  }
  await page.getByLabelText('رمز عبور', { exact: true }).fill('capivara no telhado');
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'ساختن حساب' }).click();
  await vi.waitFor(() => expect(network.callsTo(register)).toHaveLength(1));
  expect(network.callsTo(register)[0]?.body).toMatchObject({ birth: '1991-09-06', phone: '+989123456789' });
});

test('[L12] a referral link pasted into the field becomes its code there, and that is sent', async () => {
  const network = answerNetwork()
    .answer(register, () => session)
    .answer(readUser, () => ana());
  await open('/auth/register');
  await fillIn();
  const code = page.getByLabelText('Código de indicação (opcional)');
  await code.fill('\u200ehttps://lastro.example/auth/register?lang=fa&ref=abcd\u200b2345');
  await userEvent.tab();
  await expect.element(code).toHaveValue('ABCD2345');
  await submit();
  await vi.waitFor(() => expect(network.callsTo(register)[0]?.body).toMatchObject({ code: 'ABCD2345' }));
});

test('[A7] the referral code is carried over from the login and back', async () => {
  answerNetwork().answer(readUser, () => ana());
  await open('/auth/login?ref=ABCD2345');
  await page.getByRole('link', { name: 'Criar conta' }).click();
  await expect.element(page.getByLabelText('Código de indicação (opcional)')).toHaveValue('ABCD2345');
  await page.getByRole('link', { name: 'Entrar' }).click();
  expect(window.location.search).toBe('?ref=ABCD2345');
});

test.each([
  ['nothing was typed there', null, 'ABCD2345'],
  ['an older link had filled it', '/auth/register?ref=OLDE2345', 'ABCD2345'],
  ['a code was typed by hand', 'HAND2345', 'HAND2345'],
])('[A7] the newest link’s referral code is taken after a half-filled form: %s', async (_, before, expected) => {
  answerNetwork().answer(readUser, () => ana());
  const first = await open(before?.startsWith('/') ? before : '/auth/register');
  await page.getByLabelText('Nome completo').fill('Ana');
  const code = page.getByLabelText('Código de indicação (opcional)');
  if (before && !before.startsWith('/')) await code.fill(before);
  await first.unmount();
  await open('/auth/register?ref=ABCD2345');
  await expect.element(page.getByLabelText('Nome completo')).toHaveValue('Ana');
  await expect.element(code).toHaveValue(expected);
});

test('[A7] [L13] a link opened in another tab counts here, and on a later visit without one', async () => {
  answerNetwork().answer(readUser, () => ana());
  const first = await open('/auth/register?ref=OLDE2345');
  const code = page.getByLabelText('Código de indicação (opcional)');
  await page.getByLabelText('Senha', { exact: true }).fill('capivara no telhado');
  localStorage.setItem('referral', 'NEWE2345');
  window.dispatchEvent(new StorageEvent('storage', { key: 'referral', storageArea: localStorage }));
  await expect.element(code).toHaveValue('NEWE2345');
  await expect.element(page.getByLabelText('Senha', { exact: true })).toHaveValue('capivara no telhado');
  await first.unmount();
  sessionStorage.clear();
  await open('/auth/register');
  await expect.element(code).toHaveValue('NEWE2345');
});
