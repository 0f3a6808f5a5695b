import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ana } from '#testing/web/ana.ts';
import { findViolations } from '#testing/web/find-violations.ts';
import { answerNetwork, type Network, refusal } from '#testing/web/network.ts';
import { open } from '#testing/web/open.tsx';
import { show } from '#testing/web/show.tsx';
import { beginSession, endSession, readSession } from '#platform/web/session.ts';
import { readUser } from '#profile/contract.ts';
import { dismissToast, readToasts } from '#platform/web/ui/toasts.ts';
import { beginApp, confirmApp, readSecondFactor, removeSecondFactor, type SecondFactorStatus } from '../contract.ts';
import { askRemoval, approveMove, cancelRemoval, confirmRemoval, finishLogIn } from '../use-contract.ts';
import { ApprovalStep } from './approval-step.tsx';
import { RemovalWatch } from './removal-watch.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SecondStep } from './second-step.tsx';

const none: SecondFactorStatus = {
  Since: null,
  App: null,
  Passkeys: [],
  RecoveryCodesLeft: 0,
  PasskeySite: { Name: 'localhost', Address: 'http://localhost:8080' },
  EmailConfirmed: true,
  Removal: null,
  WithdrawalsClosedUntil: null,
};
const withApp: SecondFactorStatus = {
  ...none,
  Since: '2026-03-02T12:00:00.000Z',
  App: { Added: '2026-03-02T12:00:00.000Z' },
  Passkeys: [
    {
      Id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      Name: 'Celular da Ana',
      Synced: true,
      Added: '2026-03-02T12:00:00.000Z',
      LastUsed: null,
    },
  ],
  RecoveryCodesLeft: 9,
};
const codes = ['k7mq-2fxa-9t3h-wz4c', '0b1c-2d3e-4f5g-6h7j'];
let network: Network;
let status: SecondFactorStatus;

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  for (const { id } of readToasts()) dismissToast(id);
  beginSession('a-token');
  window.history.replaceState(null, '', '/profile');
  await page.viewport(1440, 1000);
  status = none;
  network = answerNetwork()
    .answer(readSecondFactor, () => status)
    .answer(readUser, () => ana());
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const password = () => page.getByLabelText('Sua senha');
const isWrong = async (field: ReturnType<typeof code>, words: string) => {
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(words));
};
const code = () => page.getByLabelText('Código do aplicativo');

function card(shown: Parameters<typeof show>[1] = {}) {
  return show(
    <main>
      <h1>Perfil</h1>
      <SecondFactorCard />
    </main>,
    shown,
  );
}

describe('in the profile', () => {
  test('[P2] adds an app: the password, the QR code and its text, a code, and recovery codes shown only once', async () => {
    network
      .answer(beginApp, ({ body }) =>
        (body as { proof: { password: string } }).proof.password === 'uma senha boa'
          ? { Secret: 'JBSWY3DPEHPK3PXP', Uri: 'otpauth://totp/Lastro:ana?secret=JBSWY3DPEHPK3PXP' }
          : refusal(422, 'wrong_password', 'A senha não confere.'),
      )
      .answer(confirmApp, ({ body }) =>
        (body as { code: string }).code === '123456'
          ? { RecoveryCodes: codes }
          : refusal(422, 'second_key_wrong', 'Não confere, ou já foi usado.'),
      );
    await card();
    await button('Adicionar aplicativo').click();
    await button('Continuar').click();
    await isWrong(password(), 'Preencha todos os campos.');
    await password().fill('outra');
    await button('Continuar').click();
    await isWrong(password(), 'A senha não confere.');
    await password().fill('uma senha boa');
    await expect.element(password()).not.toHaveAccessibleDescription();
    await button('Continuar').click();
    await expect.element(page.getByRole('img', { name: 'Código QR com o segredo' })).toBeVisible();
    await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    expect(network.callsTo(beginApp).at(-1)?.body).toEqual({ proof: { password: 'uma senha boa' } });

    await code().fill('000000');
    await button('Confirmar').click();
    await isWrong(code(), 'Não confere, ou já foi usado.');
    await code().fill('123 456');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(codes[0] ?? '')).toBeVisible();
    // Read out by its new title, not by the first button.
    await expect.element(page.getByRole('dialog', { name: 'Guarde seus códigos de recuperação' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText(codes[1] ?? '')).toBeVisible();
    await button('Guardei os códigos').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(document.body.textContent).not.toContain(codes[0]);
  });

  test('[L6] offers none before the address is confirmed, and says why', async () => {
    status = { ...none, EmailConfirmed: false };
    await card();
    await expect.element(page.getByText('Confirme seu e-mail antes de adicionar uma segunda chave.')).toBeVisible();
    await expect.element(button('Adicionar aplicativo')).not.toBeInTheDocument();
    await expect.element(button('Adicionar passkey')).not.toBeInTheDocument();
    expect(await findViolations()).toEqual([]);
  });

  test('[P2] changing an existing one asks for the password and the second factor, by any of its methods', async () => {
    status = withApp;
    network.answer(removeSecondFactor, () => new Response(null, { status: 204 }));
    await card();
    await button('Remover a segunda chave').click();
    await page.getByLabelText('Sua senha').fill('uma senha boa');
    const warning = page.getByText('os saques ficam fechados por 24 horas', { exact: false });
    await expect.element(warning).not.toBeInTheDocument();
    await page.getByText('Recuperação', { exact: true }).click();
    await expect.element(warning).toBeVisible();
    await page.getByLabelText('Código de recuperação').fill(codes[0] ?? '');
    await button('Remover').last().click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(network.callsTo(removeSecondFactor)[0]?.body).toEqual({
      proof: { password: 'uma senha boa', recovery: codes[0] },
    });
  });

  test('[P2] an app that takes the place of another is not called an addition', async () => {
    status = withApp;
    await card();
    await button('Trocar').click();
    await expect.element(page.getByRole('dialog', { name: 'Trocar o aplicativo autenticador' })).toBeVisible();
  });

  test('[P2] where passkeys cannot work, names the address where they do', async () => {
    status = { ...none, PasskeySite: { Name: 'lastro.example', Address: 'https://lastro.example' } };
    await card();
    await expect.element(page.getByRole('link', { name: 'lastro.example' })).toBeVisible();
    await expect.element(button('Adicionar passkey')).not.toBeInTheDocument();
  });

  test.each([
    ['pt-BR', 'dark'],
    ['fa', 'light'],
  ] as const)('[P2] the card and its dialog are accessible (%s, %s)', async (language, theme) => {
    status = withApp;
    await card({ language, theme });
    await expect.element(page.getByText('Celular da Ana')).toBeVisible();
    expect(await findViolations()).toEqual([]);
    await page.getByRole('button').nth(0).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(await findViolations()).toEqual([]);
  });
});

describe('at the login', () => {
  const asked = { ticket: 'a-ticket', methods: ['app', 'recovery'] };
  const step = () => show(<SecondStep asked={asked} onBack={() => undefined} />);
  beforeEach(() => endSession('logged-out'));

  test('[A2] a code opens the session, in Persian digits too', async () => {
    network.answer(finishLogIn, () => ({ token: 'another', expires: '2026-01-01T00:00:00Z' }));
    await step();
    await expect.element(code()).toHaveAttribute('autocomplete', 'one-time-code');
    await expect.element(code()).toHaveFocus();
    await code().fill('۱۲۳۴۵۶');
    await button('Entrar').click();
    await vi.waitFor(() => expect(readSession().token).toBe('another'));
    expect(network.callsTo(finishLogIn)[0]?.body).toEqual({ ticket: 'a-ticket', code: '123456' });
  });

  test('[A3] a wrong one shows the server’s words and opens no session', async () => {
    network.answer(finishLogIn, () => refusal(422, 'second_key_wrong', 'Não confere, ou já foi usado.'));
    await step();
    await page.getByText('Recuperação', { exact: true }).click();
    await page.getByLabelText('Código de recuperação').fill('k7mq');
    await userEvent.keyboard('{Enter}');
    await isWrong(page.getByLabelText('Código de recuperação'), 'Não confere, ou já foi usado.');
    // The focus was there already: its description alone would not be heard.
    await expect.element(page.getByRole('alert')).toHaveTextContent('Não confere, ou já foi usado.');
    expect(readSession().token).toBeNull();
  });

  test('[A8] shows how long a removal takes before the email is requested', async () => {
    network.answer(askRemoval, () => new Response(null, { status: 202 }));
    await step();
    await button('Perdi minha segunda chave').click();
    await expect.element(page.getByText('esperamos 72 horas', { exact: false })).toBeVisible();
    await button('Enviar o link').click();
    await expect.element(page.getByText('Abra o link que enviamos', { exact: false })).toBeVisible();
    await expect.poll(() => document.activeElement).not.toBe(document.body);
    expect(network.callsTo(askRemoval)[0]?.body).toEqual({ ticket: 'a-ticket' });
  });

  test('[A8] opening the emailed link requests nothing, and its token leaves the address', async () => {
    network.answer(confirmRemoval, () => ({ Removes: '2026-03-05T12:00:00.000Z' }));
    await open('/auth/second-key?token=a-token');
    await expect.element(button('Pedir a remoção')).toBeVisible();
    await vi.waitFor(() => expect(window.location.search).toBe(''));
    expect(network.callsTo(confirmRemoval)).toEqual([]);
    await button('Pedir a remoção').click();
    await expect.element(page.getByText('Pedido feito.', { exact: false })).toBeVisible();
    expect(network.callsTo(confirmRemoval)[0]?.body).toEqual({ token: 'a-token' });
  });
});

test('[A8] the emailed link asks on the dashboard when its reader is logged in', async () => {
  network.answer(confirmRemoval, () => {
    status = { ...withApp, Removal: { Confirmed: '2026-03-02T12:00:00.000Z', Removes: '2026-03-05T12:00:00.000Z' } };
    return { Removes: '2026-03-05T12:00:00.000Z' };
  });
  await open('/auth/second-key?token=a-mailed-token');
  await expect.element(page.getByRole('dialog', { name: 'Remover a segunda chave' })).toBeVisible();
  await vi.waitFor(() => expect(window.location.search).toBe(''));
  expect(network.callsTo(confirmRemoval)).toEqual([]);
  await button('Pedir a remoção').click();
  await expect.element(page.getByText('A remoção da sua segunda chave foi pedida.', { exact: false })).toBeVisible();
  expect(network.callsTo(confirmRemoval)[0]?.body).toEqual({ token: 'a-mailed-token' });
});

const givenUp = [
  [{ purpose: 'withdrawal', amount: 150, currency: 'usdt' }, 'Sacar US$ 150,00'],
  [
    { purpose: 'leave', position: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', amount: 180 },
    'Cancelar e receber US$ 180,00',
  ],
  [{ purpose: 'subscribe', amount: 50 }, 'Pagar US$ 50,00'],
] as const;

test.each(givenUp)('[F4] [L11] the approval is for what is on the button: %j', async (input, label) => {
  const onApproved = vi.fn();
  network.answer(approveMove, () => ({ Token: 'an-approval', Expires: '2026-03-02T12:05:00.000Z' }));
  await show(
    <ApprovalStep
      {...{ input, onApproved }}
      methods={['app']}
      approval={null}
      isWorking={false}
      onBack={() => undefined}
    />,
  );
  await code().fill('123456');
  await button(label).click();
  await vi.waitFor(() => expect(onApproved).toHaveBeenCalledWith('an-approval'));
  const { amount, ...named } = input;
  const asked = input.purpose === 'withdrawal' ? { ...named, amount } : named;
  expect(network.callsTo(approveMove)[0]?.body).toEqual({ ...asked, code: '123456' });
});

test('[A8] a pending removal is announced, and the second factor cancels it without the password', async () => {
  status = { ...withApp, Removal: { Confirmed: '2026-03-02T12:00:00.000Z', Removes: '2026-03-05T12:00:00.000Z' } };
  network.answer(cancelRemoval, () => new Response(null, { status: 204 }));
  await show(<RemovalWatch />);
  await expect.element(page.getByText('A remoção da sua segunda chave foi pedida.', { exact: false })).toBeVisible();
  await button('Cancelar a remoção').click();
  await expect.element(page.getByLabelText('Sua senha')).not.toBeInTheDocument();
  await code().fill('123456');
  status = withApp;
  await button('Manter a segunda chave').click();
  await expect.element(page.getByText('A remoção da sua segunda chave', { exact: false })).not.toBeInTheDocument();
  expect(network.callsTo(cancelRemoval)[0]?.body).toEqual({ code: '123456' });
});
