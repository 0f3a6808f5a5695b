import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ana } from '#testing/web/ana.ts';
import { answerNetwork, noConnection, refusal } from '#testing/web/network.ts';
import { open } from '#testing/web/open.tsx';
import { beginSession, endSession } from '#platform/web/session.ts';
import { readUser } from '#profile/contract.ts';
import { logOut } from '../log-out-contract.ts';
import { confirmEmail, sendConfirmation } from '../contract.ts';

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  endSession('logged-out');
  await page.viewport(1440, 900);
});

const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
const act = () => page.getByRole('button', { name: 'Confirmar e-mail' });
const notice = () => page.getByText('Confirme seu e-mail para poder sacar.', { exact: false });

describe('the confirmation link, without a session', () => {
  test('[A7] confirms when its button is pressed, and not by being opened; the token is removed from the URL', async () => {
    const network = answerNetwork().answer(confirmEmail, () => undefined);
    await open('/auth/confirm?token=the-token');
    await expect.element(heading('Confirmar e-mail')).toHaveFocus();
    expect(network.callsTo(confirmEmail)).toEqual([]);
    await act().click();
    await expect.element(heading('E-mail confirmado')).toHaveFocus();
    expect(window.location.search).toBe('');
    expect(network.callsTo(confirmEmail).map(({ body }) => body)).toEqual([{ token: 'the-token' }]);
    await expect.element(page.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/auth/login');
  });

  test('[A7] that has expired says what to do', async () => {
    answerNetwork().answer(confirmEmail, () => refusal(422, 'token_invalid', '…'));
    await open('/auth/confirm?token=old');
    await act().click();
    await expect.element(heading('Este link não vale mais')).toBeVisible();
    await expect.element(page.getByText('Entre na sua conta e peça outro.', { exact: false })).toBeVisible();
  });

  test('[A7] can be retried after a lost connection', async () => {
    const network = answerNetwork().answer(confirmEmail, noConnection);
    await open('/auth/confirm?token=the-token');
    await act().click();
    await expect.element(heading('Não foi possível confirmar agora')).toBeVisible();
    network.answer(confirmEmail, () => undefined);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.element(heading('E-mail confirmado')).toBeVisible();
  });
});

describe('the confirmation link, with a session', () => {
  test('[A7] leads to the dashboard, whose button confirms; the notice disappears', async () => {
    let isConfirmed = false;
    const network = answerNetwork()
      .answer(readUser, () => ana({ EmailConfirmed: isConfirmed }))
      .answer(confirmEmail, () => void (isConfirmed = true));
    beginSession('a-token');
    await open('/auth/confirm?token=the-token');
    await vi.waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
    await expect.element(act()).toBeVisible();
    expect(network.callsTo(confirmEmail)).toEqual([]);
    await act().click();
    await expect.element(page.getByText('E-mail confirmado.')).toBeVisible();
    expect(network.callsTo(confirmEmail).map(({ body }) => body)).toEqual([{ token: 'the-token' }]);
    expect(JSON.stringify([window.location.href, window.history.state])).not.toContain('the-token');
    await expect.element(notice()).not.toBeInTheDocument();
  });

  test('[A7] that has expired is reported', async () => {
    answerNetwork()
      .answer(readUser, () => ana({ EmailConfirmed: false }))
      .answer(confirmEmail, () => refusal(422, 'token_invalid', 'Este link não vale mais. Peça outro.'));
    beginSession('a-token');
    await open('/auth/confirm?token=old');
    await act().click();
    await expect.element(page.getByText('Este link não vale mais. Peça outro.')).toBeVisible();
    await expect.element(notice()).toBeVisible();
  });

  test('[A8] a password reset link logs out when asked to, and leads on to the new password', async () => {
    const network = answerNetwork()
      .answer(readUser, () => ana())
      .answer(logOut, () => undefined);
    beginSession('a-token');
    await open('/auth/reset?token=the-token');
    await vi.waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
    await page.getByRole('button', { name: 'Sair e criar a senha' }).click();
    await expect.element(page.getByRole('heading', { name: 'Crie uma nova senha', level: 1 })).toBeVisible();
    expect(network.callsTo(logOut)).toHaveLength(1);
    expect(localStorage.getItem('token')).toBeNull();
    expect(JSON.stringify([window.location.href, window.history.state])).not.toContain('the-token');
  });
});

describe('an unconfirmed address', () => {
  test('[A7] is reported on the dashboard, and the email can be resent', async () => {
    const network = answerNetwork()
      .answer(readUser, () => ana({ EmailConfirmed: false }))
      .answer(sendConfirmation, () => new Response(null, { status: 202 }));
    beginSession('a-token');
    await open('/dashboard');
    await expect.element(notice()).toBeVisible();
    await page.getByRole('button', { name: 'Enviar de novo' }).click();
    await expect.element(page.getByText('Link enviado para', { exact: false })).toBeVisible();
    expect(network.callsTo(sendConfirmation)).toHaveLength(1);
  });

  test('[A7] is no longer reported once confirmed', async () => {
    answerNetwork().answer(readUser, () => ana());
    beginSession('a-token');
    await open('/dashboard');
    await expect.element(page.getByText('US$ 1.234,56').first()).toBeVisible();
    expect(notice().elements()).toHaveLength(0);
  });
});
