import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { logIn } from '#auth/contract.ts';
import { renewSession } from '#auth/session-contract.ts';
import { callApi } from '#platform/web/api.ts';
import { noteServerTime } from '#platform/web/server-clock.ts';
import { beginSession, readSession } from '#platform/web/session.ts';
import { readUser } from '#profile/contract.ts';
import { ana } from '#testing/web/ana.ts';
import { findViolations } from '#testing/web/find-violations.ts';
import { answerNetwork, refusal } from '#testing/web/network.ts';
import { open } from '#testing/web/open.tsx';

const minuteMs = 60_000;
const at = (leftMs: number) => new Date(Date.now() + leftMs).toISOString();
const asked = page.getByRole('alertdialog', { name: 'Sua sessão vai terminar' });
const password = asked.getByLabelText('Senha', { exact: true });
const stay = asked.getByRole('button', { name: 'Continuar conectado' });

/** A server on which Ana's session ends after `leftMs`, unless renewed. */
function serve(leftMs: number) {
  let token = 'ana-token';
  let ends = at(leftMs);
  const unknown = () => refusal(401, 'unauthenticated', 'Entre de novo.');
  const isGood = (headers: Headers) => headers.get('authorization') === token && Date.parse(ends) > Date.now();
  const network = answerNetwork()
    .answer(readUser, ({ headers }) => (isGood(headers) ? ana({ SessionExpires: ends }) : unknown()))
    .answer(renewSession, ({ headers, body }) => {
      if (!isGood(headers)) return unknown();
      const shown = body as { password: string; code?: string };
      if (shown.password !== 'capivara no telhado') return refusal(422, 'wrong_password', 'A senha não confere.');
      return renewAs('ana-renewed');
    });
  const renewAs = (next: string) => {
    token = next;
    ends = at(298 * minuteMs);
    return { token, expires: ends };
  };
  return { network, renewAs };
}

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  noteServerTime(new Date().toUTCString());
  beginSession('ana-token');
});

describe('two minutes before the end', () => {
  test('[G5] it is announced, counted down and shown in the tab title; before that nothing is', async () => {
    serve(2 * minuteMs + 2_500);
    await open('/stake');
    await expect.element(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    expect(asked.elements()).toHaveLength(0);
    await expect.element(asked).toBeVisible();
    await expect.element(asked).toHaveTextContent(/termina em 1 minuto e 5\d segundos/);
    expect(document.title).toContain('Sua sessão vai terminar');
    expect(await findViolations()).toEqual([]);
  });

  test("[G5] goes by the server's clock when the customer's own is an hour off", async () => {
    const { network } = serve(0);
    network.answer(
      readUser,
      () =>
        new Response(JSON.stringify(ana({ SessionExpires: at(61 * minuteMs) })), {
          headers: { 'content-type': 'application/json', date: new Date(Date.now() + 60 * minuteMs).toUTCString() },
        }),
    );
    await open('/stake');
    await expect.element(asked).toBeVisible();
    await expect.element(asked).toHaveTextContent(/termina em (1 minuto|5\d segundos)/);
  });

  test('[G5] the password renews the session: the open dialog and its choices stay, and the token is new', async () => {
    const { network } = serve(90_000);
    await open('/stake?dialog=new-stake');
    // The dialog comes later, and does not cover the question.
    await expect.poll(() => document.querySelectorAll('[role=dialog]').length).toBe(1);
    await expect.element(asked).toBeVisible();
    await password.fill('capivara no telhado');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Você continua conectado.')).toBeVisible();
    await expect.element(asked).not.toBeInTheDocument();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(readSession()).toMatchObject({ token: 'ana-renewed', visit: 'ana-token' });
    expect(localStorage.getItem('token')).toBe('ana-renewed');
    expect(network.callsTo(renewSession)).toHaveLength(1);
    await expect.poll(() => network.callsTo(readUser).at(-1)?.headers.get('authorization')).toBe('ana-renewed');
    expect(document.title).not.toContain('Sua sessão vai terminar');
  });

  test('[G5] a wrong password is reported where it was typed, and nothing is lost', async () => {
    serve(90_000);
    await open('/stake?dialog=new-stake');
    await stay.click();
    await expect.element(asked.getByRole('alert')).toHaveTextContent('Preencha todos os campos.');
    await password.fill('capivara no portão');
    await stay.click();
    await expect.element(asked.getByRole('alert')).toHaveTextContent('A senha não confere.');
    expect(readSession().token).toBe('ana-token');
    await expect.element(asked).toBeVisible();
  });

  test('[G5] a customer who declines is not asked again, and can change their mind', async () => {
    serve(90_000);
    await open('/stake');
    await asked.getByRole('button', { name: 'Agora não' }).click();
    await expect.element(asked).not.toBeInTheDocument();
    const notice = page.getByRole('main').getByText(/termina em/);
    await expect.element(notice).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Continuar conectado' }).click();
    await expect.element(asked).toBeVisible();
  });

  test('[G5] a customer with a second factor is asked for it as well', async () => {
    const { network, renewAs } = serve(90_000);
    network.answer(renewSession, ({ body }) => {
      const { code } = body as { code?: string };
      if (code === '123456') return renewAs('ana-renewed');
      return refusal(403, 'second_key_required', 'Confirme.', { methods: ['app', 'recovery'] });
    });
    await open('/stake');
    await password.fill('capivara no telhado');
    await stay.click();
    await asked.getByLabelText('Código do aplicativo').fill('123456');
    await asked.getByRole('button', { name: 'Continuar conectado' }).click();
    await expect.element(asked).not.toBeInTheDocument();
    expect(network.callsTo(renewSession).map(({ body }) => body)).toEqual([
      { password: 'capivara no telhado' },
      { password: 'capivara no telhado', code: '123456' },
    ]);
    expect(readSession().token).toBe('ana-renewed');
  });
});

describe('another tab', () => {
  test('[G5] renews: this one continues under the new token, with its dialog, and stops asking', async () => {
    const { network, renewAs } = serve(90_000);
    await open('/stake?dialog=new-stake');
    await expect.element(asked).toBeVisible();
    const { token } = renewAs('ana-elsewhere');
    localStorage.setItem('visit', `ana-token ${token}`);
    localStorage.setItem('token', token);
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: token }));
    await expect.element(asked).not.toBeInTheDocument();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(network.callsTo(readUser).at(-1)?.headers.get('authorization')).toBe(token);
    expect(readSession()).toMatchObject({ token, visit: 'ana-token' });
  });

  test('[G5] a call refused while another tab renews is retried under the new token, and nobody is logged out', async () => {
    const { network, renewAs } = serve(10 * minuteMs);
    await open('/stake');
    await expect.element(page.getByRole('banner')).toHaveTextContent(/1\.234,56/);
    localStorage.setItem('renewing', `${Date.now()} elsewhere`);
    const { token } = renewAs('ana-elsewhere');
    const before = network.callsTo(readUser).length;
    const answered = callApi(readUser);
    setTimeout(() => {
      localStorage.setItem('visit', `ana-token ${token}`);
      localStorage.setItem('token', token);
      localStorage.removeItem('renewing');
    }, 400);
    expect(await answered).toMatchObject({ Name: 'Ana Beatriz Figueiredo' });
    expect(
      network
        .callsTo(readUser)
        .slice(before, before + 2)
        .map(({ headers }) => headers.get('authorization')),
    ).toEqual(['ana-token', token]);
    expect(readSession()).toMatchObject({ token, visit: 'ana-token' });
  });
});

describe('when it is over', () => {
  async function logInAs(who: ReturnType<typeof ana>, network: ReturnType<typeof answerNetwork>) {
    network.answer(logIn, () => ({ token: 'next-token', expires: at(298 * minuteMs) }));
    network.answer(readUser, () => who);
    await page.getByLabelText('E-mail').fill(who.Email);
    await page.getByLabelText('Senha', { exact: true }).fill('capivara no telhado');
    await page.getByRole('button', { name: 'ACESSAR' }).click();
  }

  test('[G5] the login returns to the screen and its dialog', async () => {
    const { network } = serve(1_500);
    await open('/stake?dialog=new-stake');
    await expect.element(page.getByText(/tempo dela acabou/)).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe('/auth/login');
    await logInAs(ana({ SessionExpires: at(298 * minuteMs) }), network);
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe('/stake?dialog=new-stake');
  });

  test('[G5] somebody else lands on the dashboard', async () => {
    const { network } = serve(1_500);
    await open('/stake?dialog=new-stake');
    await expect.element(page.getByText(/tempo dela acabou/)).toBeVisible();
    const bia = ana({ Uuid: '6f9619ff-8b86-4d01-b42d-00cf4fc964f0', SessionExpires: at(298 * minuteMs) });
    await logInAs(bia, network);
    await vi.waitFor(() => expect(window.location.pathname + window.location.search).toBe('/dashboard'));
  });

  test('[G5] a laptop that wakes after the end goes to the login; one whose clock was moved ahead stays logged in', async () => {
    const { network } = serve(298 * minuteMs);
    await open('/stake');
    await expect.element(page.getByRole('banner')).toHaveTextContent(/1\.234,56/);
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 300 * minuteMs);
    // The server disagrees.
    network.answer(
      readUser,
      () =>
        new Response(JSON.stringify(ana({ SessionExpires: new Date(now + 298 * minuteMs).toISOString() })), {
          headers: { 'content-type': 'application/json', date: new Date(now).toUTCString() },
        }),
    );
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(readSession().token).toBe('ana-token');
    network.answer(readUser, () => refusal(401, 'unauthenticated', 'Entre de novo.'));
    clock.mockReturnValue(now + 900 * minuteMs);
    await expect.element(page.getByText(/tempo dela acabou/)).toBeVisible();
  });
});
