import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerNetwork, noConnection, refusal } from '#testing/web/network.ts';
import { open } from '#testing/web/open.tsx';
import { endSession } from '#platform/web/session.ts';
import { lookAtReset, recoverPassword, resetPassword } from '../contract.ts';

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  endSession('logged-out');
});

const heading = (name: string) => page.getByRole('heading', { name, level: 1 });

describe('recovering the password', () => {
  test('[A8] is linked from the login, and the answer does not reveal whether there is an account', async () => {
    const network = answerNetwork().answer(recoverPassword, () => new Response(null, { status: 202 }));
    await open('/auth/login');
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
    await expect.element(heading('Recupere sua senha')).toBeVisible();
    await page.getByLabelText('E-mail').fill(' ana@example.com ');
    await page.getByRole('button', { name: 'ENVIAR LINK' }).click();
    await expect.element(heading('Confira seu e-mail')).toHaveFocus();
    await expect.element(page.getByText(/Se .ana@example\.com. tem uma conta/)).toBeVisible();
    expect(network.callsTo(recoverPassword)[0]?.body).toEqual({ email: 'ana@example.com' });
    await page.getByRole('button', { name: 'Pedir de novo' }).click();
    await expect.element(heading('Recupere sua senha')).toBeVisible();
  });

  test.each([
    ['what is no address', 'ana', undefined],
    ['half an address', 'ana@', undefined],
    ['what the server takes for none', 'ana@example.com', () => refusal(422, 'invalid_field', '…', { field: 'email' })],
  ])('[A8] %s is reported at the field', async (_, typed, answer) => {
    const network = answerNetwork();
    if (answer) network.answer(recoverPassword, answer);
    await open('/auth/recover');
    await page.getByLabelText('E-mail').fill(typed);
    await page.getByRole('button', { name: 'ENVIAR LINK' }).click();
    await expect.element(page.getByLabelText('E-mail')).toHaveAccessibleDescription('Informe um e-mail válido.');
    expect(network.callsTo(recoverPassword)).toHaveLength(answer ? 1 : 0);
  });

  test.each([
    ['429', () => refusal(429, 'too_many_attempts', 'Espere 30 segundos.'), 'Espere 30 segundos.'],
    ['no connection', noConnection, 'Não foi possível enviar o pedido.'],
  ])('[A8] %s is reported on the form', async (_, answer, words) => {
    answerNetwork().answer(recoverPassword, answer);
    await open('/auth/recover');
    await page.getByLabelText('E-mail').fill('ana@example.com');
    await page.getByRole('button', { name: 'ENVIAR LINK' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
  });
});

describe('setting the new password', () => {
  async function save(password: string, repeated = password) {
    await page.getByLabelText('Nova senha', { exact: true }).fill(password);
    await page.getByLabelText('Repita a nova senha').fill(repeated);
    await page.getByRole('button', { name: 'SALVAR SENHA' }).click();
  }

  test('[A8] removes the token from the URL, sends it once, and leads to the login', async () => {
    const network = answerNetwork().answer(resetPassword, () => undefined);
    localStorage.setItem('recovering', 'ana@demo.example');
    await open('/auth/reset?token=the-token');
    await vi.waitFor(() => expect(window.location.search).toBe(''));
    expect(document.querySelector<HTMLInputElement>('form [autocomplete=username]')?.value).toBe('ana@demo.example');
    await save('jabuti na varanda');
    await expect.element(heading('Senha trocada')).toHaveFocus();
    expect(network.callsTo(resetPassword).map(({ body }) => body)).toEqual([
      { token: 'the-token', password: 'jabuti na varanda' },
    ]);
    await page.getByRole('link', { name: 'Entrar' }).click();
    await expect.element(heading('Identifique-se')).toBeVisible();
  });

  test('[A8] differing entries, and one that is too short, are reported before anything is sent', async () => {
    const network = answerNetwork();
    await open('/auth/reset?token=the-token');
    await save('jabuti na varanda', 'jabuti na veranda');
    const repeated = page.getByLabelText('Repita a nova senha');
    await expect.element(repeated).toHaveAccessibleDescription('As senhas não coincidem.');
    await save('sete777');
    const first = page.getByLabelText('Nova senha', { exact: true });
    await expect.element(first).toHaveAccessibleDescription(/^A senha precisa de 8 a 128 caracteres\./);
    expect(network.callsTo(resetPassword)).toHaveLength(0);
  });

  test('[A8] a common password is reported at its field; the link is still valid', async () => {
    const network = answerNetwork().answer(resetPassword, () => refusal(422, 'password_too_common', 'Muito comum.'));
    await open('/auth/reset?token=the-token');
    await save('123456789');
    await expect
      .element(page.getByLabelText('Nova senha', { exact: true }))
      .toHaveAccessibleDescription(/^Muito comum\./);
    network.answer(resetPassword, () => undefined);
    await save('jabuti na varanda');
    await expect.element(heading('Senha trocada')).toBeVisible();
  });

  test('[A8] a link that has expired says so and offers another', async () => {
    answerNetwork().answer(resetPassword, () => refusal(422, 'token_invalid', '…'));
    await open('/auth/reset?token=old');
    await save('jabuti na varanda');
    await expect.element(heading('Este link não vale mais')).toBeVisible();
    await page.getByRole('link', { name: 'Pedir outro link' }).click();
    await expect.element(heading('Recupere sua senha')).toBeVisible();
  });

  test('[A8] one that is known to be used up says so before a password is typed', async () => {
    answerNetwork().answer(lookAtReset, () => refusal(422, 'token_invalid', '…'));
    await open('/auth/reset?token=used');
    await expect.element(heading('Este link não vale mais')).toHaveFocus();
    await expect.element(page.getByLabelText('Nova senha', { exact: true })).not.toBeInTheDocument();
  });

  test('[A8] an address without a token says so immediately', async () => {
    answerNetwork();
    await open('/auth/reset');
    await expect.element(heading('Este link não vale mais')).toBeVisible();
  });
});
