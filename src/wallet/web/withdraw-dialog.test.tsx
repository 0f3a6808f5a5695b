import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findViolations } from '#testing/web/find-violations.ts';
import { looks } from '#testing/web/looks.ts';
import { TestApprovalStep } from '#testing/web/approval-step.tsx';
import { answerNetwork, noConnection, type Network, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { readIntent } from '#platform/intents.ts';
import type { Language } from '#platform/languages.ts';
import { beginSession, keepUuid } from '#platform/web/session.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { dismissToast, readToasts } from '#platform/web/ui/toasts.ts';
import { listTransfers, openWithdrawal, readRates, readWithdrawalTerms, type Transfer } from '../contract.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

const uuid = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
let network: Network;
/** The withdrawals that the mocked server returns. */
let known: Transfer[];
const onClose = vi.fn();

beforeEach(async () => {
  vi.restoreAllMocks();
  onClose.mockClear();
  localStorage.clear();
  beginSession('a-token');
  keepUuid(uuid);
  for (const { id } of readToasts()) dismissToast(id);
  window.history.replaceState(null, '', '/dashboard?dialog=withdraw');
  await page.viewport(1440, 900);
  known = [];
  network = answerNetwork()
    .answer(readRates, () => ratesOf(5.3765))
    .answer(readWithdrawalTerms, () => ({ Limit: 5000, Left: 5000, UsdtFee: 2, Waits: [] }))
    .answer(listTransfers, () => known);
});

function ratesOf(low: number) {
  return {
    Usdbrl: { High: low && low + 0.05, Low: low, At: low ? '2026-03-02T12:00:00.000Z' : null },
    Stale: low === 0,
    Closed: low === 0 ? ('away' as const) : null,
  };
}

function withdrawalOf(different: Partial<Transfer> = {}): Transfer {
  return {
    Id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    Date: '2026-03-02T12:00:00.000Z',
    Amount: 150,
    Currency: 'usdt',
    Rate: 1,
    Fee: 3,
    Net: 147,
    Status: 'in_progress',
    Notes: 'Aguardando a confirmação da corretora.',
    Reviewed: false,
    ...different,
  };
}

interface Shown {
  balance?: number;
  unconfirmedEmail?: string;
  language?: Language;
  theme?: 'dark' | 'light';
}

async function openDialog({ balance = 10_000, unconfirmedEmail, language, theme }: Shown = {}) {
  await show(
    <main>
      <h1>Lastro</h1>
      <WithdrawDialog
        isOpen
        onClose={onClose}
        balance={balance}
        unconfirmedEmail={unconfirmedEmail ?? null}
        sendAgain={<Button>Enviar de novo</Button>}
        ApprovalStep={TestApprovalStep}
      />
    </main>,
    { ...(language && { language }), ...(theme && { theme }) },
  );
  await expect.element(page.getByRole('dialog')).toBeVisible();
}

const amountField = () => page.getByRole('textbox', { name: 'Valor em dólares' });

/** The facts that the dialog shows: each name with its figure. */
function facts(): Record<string, string> {
  const rows = [...page.getByRole('dialog').element().querySelectorAll('dl > div')];
  const textOf = (row: Element, part: string) => row.querySelector(part)?.textContent.replaceAll('\u00a0', ' ') ?? '';
  return Object.fromEntries(rows.map((row) => [textOf(row, 'dt'), textOf(row, 'dd')]));
}

test('[F1] [F2] shows before the confirm what leaves, fee, rate, what arrives and when; the button carries the amount', async () => {
  await openDialog();
  await expect.element(page.getByRole('heading', { name: 'Solicitar Saque' })).toBeVisible();
  await amountField().fill('1.234,56');
  await expect.element(page.getByRole('button', { name: 'Sacar US$ 1.234,56' })).toBeVisible();
  await expect.element(page.getByText('US$ 1 = R$ 5,3765').first()).toBeVisible();
  expect(facts()).toEqual({
    'Sai do seu saldo': 'US$ 1.234,56',
    Taxa: 'Sem taxa',
    Cotação: 'US$ 1 = R$ 5,3765',
    'Chega à corretora': 'R$ 6.637,61',
    Quando: 'Assim que a corretora confirmar',
    'Saldo depois': 'US$ 8.765,44',
  });
  await page.getByRole('radio', { name: /Tether/ }).click();
  expect(facts()).toMatchObject({
    'Taxa (2%)': 'US$ 24,6912',
    Cotação: '1 para 1',
    'Chega à corretora': '1.209,8688 USDT',
  });
});

test('[F1] rejects an empty or zero amount before it is sent', async () => {
  await openDialog();
  await page.getByRole('button', { name: 'Informe um valor' }).click();
  await expect.element(page.getByText('Informe um valor válido.')).toBeVisible();
  await amountField().fill('0');
  await page.getByRole('button', { name: 'Informe um valor' }).click();
  await expect.element(page.getByText('Informe um valor válido.')).toBeVisible();
  expect(network.callsTo(openWithdrawal)).toEqual([]);
});

test('[F4] flags more than the balance while it is typed, and does not send it', async () => {
  await openDialog({ balance: 100 });
  await expect.element(page.getByText('Disponível: US$ 100,00')).toBeVisible();
  await amountField().fill('100,01');
  await expect.element(page.getByText('É mais do que você tem disponível.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'No máximo US$ 100,00' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(network.callsTo(openWithdrawal)).toEqual([]);
});

test('[F2] without a rate disables reais, says so plainly, and selects USDT', async () => {
  network.answer(readRates, () => ratesOf(0));
  await openDialog();
  await expect.element(page.getByText(/Não há cotação do dólar agora/)).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /Real/ })).toBeDisabled();
  await expect.element(page.getByRole('radio', { name: /Tether/ })).toBeChecked();
  network.answer(openWithdrawal, () => withdrawalOf());
  await amountField().fill('150');
  await page.getByRole('button', { name: 'Sacar US$ 150,00' }).click();
  await vi.waitFor(() => expect(network.callsTo(openWithdrawal)).toHaveLength(1));
  expect(network.callsTo(openWithdrawal)[0]?.body).toEqual({ amount: 150, user: uuid, currency: 'usdt' });
});

test('[F4] [F6] follows a withdrawal to its end: waiting, then done, reported once', async () => {
  network.answer(openWithdrawal, () => {
    known = [withdrawalOf()];
    return withdrawalOf();
  });
  await openDialog();
  await amountField().fill('150');
  await page.getByRole('radio', { name: /Tether/ }).click();
  await page.getByRole('button', { name: 'Sacar US$ 150,00' }).click();
  const said = page.getByRole('dialog').getByRole('status');
  await expect.element(said).toHaveTextContent('Aguardando a confirmação da corretora. Você pode fechar esta janela.');
  await expect.element(page.getByRole('button', { name: 'Fechar' }).last()).toHaveFocus();
  expect(facts()).toMatchObject({ 'Sai do seu saldo': 'US$ 150,00', Taxa: 'US$ 3,00' });
  known = [withdrawalOf({ Status: 'complete', Notes: '' })];
  await expect.element(said).toHaveTextContent(/^147,00 USDT na sua conta da corretora\.$/);
  await expect
    .poll(readToasts)
    .toEqual([expect.objectContaining({ kind: 'success', text: 'Saque realizado com sucesso!' })]);
  expect(await findViolations()).toEqual([]);
});

test('[F4] a refusal by the brokerage shows why and that the money is back, and can be tried again', async () => {
  const notes = 'A corretora recusou este saque. O valor voltou ao seu saldo.';
  network.answer(openWithdrawal, () => {
    known = [withdrawalOf({ Status: 'canceled', Notes: notes })];
    return withdrawalOf();
  });
  await openDialog();
  await amountField().fill('150');
  await page.getByRole('button', { name: 'Sacar US$ 150,00' }).click();
  await expect.element(page.getByRole('dialog').getByRole('status')).toHaveTextContent(notes);
  expect(readToasts()).toEqual([]);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(amountField()).toHaveValue('150,00');
});

test('[F6] over the limit says so before the confirm, and afterwards that it awaits approval', async () => {
  const notes = 'Acima do limite automático de 24 horas: aguarda a aprovação da nossa equipe. O valor está reservado.';
  network.answer(openWithdrawal, () =>
    withdrawalOf({ Amount: 6000, Fee: 120, Net: 5880, Notes: notes, Reviewed: true }),
  );
  await openDialog();
  await amountField().fill('5000');
  await expect.element(page.getByRole('button', { name: 'Sacar US$ 5.000,00' })).toBeVisible();
  const said = page.getByRole('dialog').getByRole('status');
  await expect.element(said).toHaveTextContent('');
  await amountField().fill('6000');
  await expect
    .element(said)
    .toHaveTextContent(/^Até US\$\s5\.000,00 em 24 horas sai sem aprovação; o que resta agora é US\$\s5\.000,00\./);
  expect(facts()).toMatchObject({ Quando: 'Depois da aprovação da nossa equipe' });
  await page.getByRole('button', { name: 'Sacar US$ 6.000,00' }).click();
  await expect.element(page.getByRole('dialog').getByRole('status')).toHaveTextContent(notes);
  await expect.element(page.getByText('Aprovação e confirmação da corretora')).toBeVisible();
});

test.each([
  ['phone_changed', /^Seu telefone foi trocado há pouco: até .*nossa equipe aprova cada saque/],
  ['password_changed', /^Sua senha foi trocada há pouco: até /],
  ['new_device', /^Este aparelho é novo na sua conta: até /],
] as const)('[F6] shows before the confirm that every withdrawal waits, why and until when: %s', async (Why, said) => {
  const Until = '2026-03-03T12:00:00.000Z';
  network.answer(readWithdrawalTerms, () => ({ Limit: 5000, Left: 5000, UsdtFee: 2, Waits: [{ Why, Until }] }));
  await openDialog();
  await expect.element(page.getByText(said)).toBeVisible();
  await amountField().fill('10');
  await vi.waitFor(() => expect(facts()).toMatchObject({ Quando: 'Depois da aprovação da nossa equipe' }));
});

test.each([
  ['too_old', /^O mercado de câmbio está fechado, por isso o saque em reais/],
  ['refused', /^A cotação do dólar está em conferência, por isso o saque em reais/],
] as const)('[L2] explains why there is no rate: %s', async (Closed, said) => {
  network.answer(readRates, () => ({ ...ratesOf(0), Closed }));
  await openDialog();
  await expect.element(page.getByText(said)).toBeVisible();
});

test('[A7] without a confirmed address shows what to do instead of the amount', async () => {
  await openDialog({ unconfirmedEmail: 'ana@demo.example' });
  await expect.element(page.getByText(/saques só saem depois que o seu e-mail é confirmado/)).toBeVisible();
  await expect.element(page.getByText('ana@demo.example')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Enviar de novo' })).toBeVisible();
  expect(page.getByRole('textbox').elements()).toHaveLength(0);
  await page.getByRole('button', { name: 'Fechar' }).last().click();
  expect(onClose).toHaveBeenCalledOnce();
});

test('[F4] lists withdrawals under way above the form: how much, and what each waits for', async () => {
  known = [
    withdrawalOf(),
    withdrawalOf({ Id: uuid, Status: 'complete', Notes: '' }),
    ...Array.from({ length: 4 }, (_, at) => withdrawalOf({ Id: `7c9e6679-7425-40de-944b-e07fc1f90ae${at}` })),
  ];
  await openDialog();
  await expect.element(page.getByText('Mais 2 saques em andamento.')).toBeVisible();
  const notices = page.getByText(/Saque de US\$\s150,00 pedido em .* Aguardando a confirmação da corretora\./);
  expect(notices.elements()).toHaveLength(3);
});

test("[F6] shows a refusal in the server's words, else in ours, and an unexpected answer, too", async () => {
  await openDialog();
  await amountField().fill('150');
  const confirm = page.getByRole('button', { name: 'Sacar US$ 150,00' });
  const said = [
    [() => refusal(422, 'insufficient_balance', 'Saldo insuficiente.'), 'Saldo insuficiente.'],
    [() => refusal(422, 'invalid_amount', ''), 'Erro ao solicitar saque.'],
    [() => withdrawalOf({ Status: 'lost' as 'complete' }), 'Erro inesperado ao processar o saque.'],
  ] as const;
  for (const [answer, words] of said) {
    network.answer(openWithdrawal, answer);
    await confirm.click();
    await expect.element(page.getByText(words)).toBeVisible();
  }
});

test('[F4] a lost answer is retried under the same key: nothing is withdrawn twice', async () => {
  network.answer(openWithdrawal, noConnection).answer(readIntent, () => ({ State: 'none' as const, Answer: null }));
  await openDialog();
  await amountField().fill('150');
  const confirm = page.getByRole('button', { name: 'Sacar US$ 150,00' });
  await confirm.click();
  network.answer(openWithdrawal, () => withdrawalOf());
  await page.getByRole('button', { name: 'Enviar de novo' }).click();
  await vi.waitFor(() => expect(network.callsTo(openWithdrawal)).toHaveLength(2));
  const keys = network.callsTo(openWithdrawal).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

test('[F1] takes the amount from the address and shows it as the reader writes it', async () => {
  window.history.replaceState(null, '', '/dashboard?dialog=withdraw&subject=1234.5');
  await openDialog({ language: 'en' });
  await expect.element(page.getByRole('button', { name: 'Withdraw $1,234.50' })).toBeVisible();
});

test.each(looks)('the dialog has no WCAG violations: $theme, $language, $width px', async ({ width, ...look }) => {
  await page.viewport(width, 800);
  known = [withdrawalOf()];
  await openDialog({ ...look, balance: 9000 });
  await page.getByRole('textbox').fill(look.language === 'fa' ? '۶۰۰۰' : '6000');
  await vi.waitFor(() => expect(document.querySelectorAll('dl > div').length).toBe(6));
  expect(await findViolations()).toEqual([]);
  await page.getByRole('textbox').fill(look.language === 'fa' ? '۹۹۹۹' : '9999');
  await vi.waitFor(() => expect(page.getByRole('textbox').element().ariaInvalid).toBe('true'));
  expect(await findViolations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(width);
});

test.each(looks)('nor with an unconfirmed address: $theme, $language, $width px', async ({ width, ...look }) => {
  await page.viewport(width, 800);
  const email = 'ana-beatriz-figueiredo-de-albuquerque@correio.example';
  await openDialog({ ...look, unconfirmedEmail: email });
  await expect.element(page.getByText(email)).toBeVisible();
  expect(await findViolations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(width);
});

const needsKey = () => refusal(403, 'second_key_required', 'Confirme com sua segunda chave.', { methods: ['app'] });

async function askFor150() {
  await openDialog();
  await page.getByRole('radio', { name: /Tether/ }).click();
  await amountField().fill('150');
  await page.getByRole('button', { name: 'Sacar US$ 150,00' }).click();
}

test('[F4] the second factor is the last step, for the exact amount, and its approval goes with the withdrawal', async () => {
  network.answer(openWithdrawal, ({ headers }) => (headers.has('second-key-approval') ? withdrawalOf() : needsKey()));
  await askFor150();
  await expect
    .element(page.getByText('{"input":{"purpose":"withdrawal","amount":150,"currency":"usdt"},"methods":["app"]}'))
    .toBeVisible();
  expect(readToasts()).toEqual([]);
  await page.getByRole('button', { name: 'Mostrar' }).click();
  await expect.element(page.getByText('Aguardando a confirmação da corretora.', { exact: false })).toBeVisible();
  const [first, second] = network.callsTo(openWithdrawal);
  expect(second?.headers.get('second-key-approval')).toMatch(/^approval-/);
  expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'));
});

test('[F4] a lost answer is retried with the same approval under the same key: nothing leaves twice', async () => {
  let sent = 0;
  network.answer(readIntent, () => ({ State: 'none' as const, Answer: null }));
  network.answer(openWithdrawal, ({ headers }) => {
    if (!headers.has('second-key-approval')) return needsKey();
    sent += 1;
    return sent === 1 ? noConnection() : withdrawalOf();
  });
  await askFor150();
  await page.getByRole('button', { name: 'Mostrar' }).click();
  await page.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect.element(page.getByText('Aguardando a confirmação da corretora.', { exact: false })).toBeVisible();
  const said = network.callsTo(openWithdrawal).slice(1);
  expect(new Set(said.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  expect(new Set(said.map(({ headers }) => headers.get('second-key-approval'))).size).toBe(1);
});

test('[F4] going back keeps the amount and the currency', async () => {
  network.answer(openWithdrawal, needsKey);
  await askFor150();
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect.element(amountField()).toHaveValue('150,00');
  await expect.element(page.getByRole('radio', { name: /Tether/ })).toBeChecked();
});

test('[F2] a rate that changed before the confirm is shown and confirmed again, never accepted unseen', async () => {
  let low = 5.3765;
  network
    .answer(readRates, () => ratesOf(low))
    .answer(openWithdrawal, ({ headers }) =>
      headers.get('quoted-rate') === '5.21'
        ? withdrawalOf({ Currency: 'brl', Rate: 5.21, Fee: 0, Net: 781.5 })
        : refusal(409, 'rate_changed', 'A cotação mudou.'),
    );
  await openDialog();
  await amountField().fill('150');
  await expect.element(page.getByText('R$ 806,47')).toBeVisible();
  low = 5.21;
  await page.getByRole('button', { name: 'Sacar US$ 150,00' }).click();
  await expect.element(page.getByText('A cotação mudou.')).toBeVisible();
  await expect.element(page.getByText('R$ 781,50')).toBeVisible();
  await page.getByRole('button', { name: 'Sacar US$ 150,00' }).click();
  await vi.waitFor(() => expect(network.callsTo(openWithdrawal)).toHaveLength(2));
  const [first, second] = network.callsTo(openWithdrawal);
  expect([first, second].map((call) => call?.headers.get('quoted-rate'))).toEqual(['5.3765', '5.21']);
  expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'));
});

test('[G2] fills in the whole balance with one press, to the cent, with its fee, and shows the fraction of a cent that stays', async () => {
  await openDialog({ balance: 1234.567891 });
  await page.getByRole('radio', { name: /Tether/ }).click();
  await page.getByRole('button', { name: 'Sacar tudo' }).click();
  await expect.element(amountField()).toHaveValue('1.234,56');
  await expect.element(page.getByRole('dialog')).toHaveTextContent('Fica no seu saldo: US$ 0,007891');
  expect(facts()).toMatchObject({ 'Sai do seu saldo': 'US$ 1.234,56', 'Taxa (2%)': 'US$ 24,6912' });
  await expect.element(page.getByRole('button', { name: 'Sacar US$ 1.234,56' })).toBeVisible();
});
