import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerNetwork, noConnection, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import type { Language } from '#platform/languages.ts';
import { beginSession, keepUuid } from '#platform/web/session.ts';
import { dismissToast, readToasts } from '#platform/web/ui/toasts.ts';
import { type BrokerageBalance, listTransfers, openDeposit, readBrokerageBalance, readRates } from '../contract.ts';
import { DepositDialog } from './deposit-dialog.tsx';
import { depositOf, noRates, rates } from './testing/transfers.ts';

const onClose = vi.fn<() => void>();
const uuid = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

beforeEach(async () => {
  vi.restoreAllMocks();
  onClose.mockReset();
  for (const { id } of readToasts()) dismissToast(id);
  window.history.replaceState(null, '', '/dashboard?dialog=deposit');
  beginSession('a-token');
  keepUuid(uuid);
  await page.viewport(1440, 900);
});

function showDialog(language: Language = 'pt-BR') {
  return show(<DepositDialog isOpen onClose={onClose} balance={50} />, { language });
}

function Closable() {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen && <DepositDialog isOpen onClose={() => setIsOpen(false)} balance={50} />;
}

const amountField = () => page.getByRole('textbox', { name: 'Valor em dólares' });

test.each(['', '0', '0,00', 'abc', '-5', '1,234', '1.000.000.000,01'])(
  '[F1] rejects an amount of "%s" with Informe um valor válido.',
  async (typed) => {
    const network = answerNetwork().answer(readRates, () => rates);
    await showDialog();
    if (typed) await amountField().fill(typed);
    await page.getByRole('button', { name: 'Informe um valor' }).click();
    await expect.element(page.getByText('Informe um valor válido.')).toBeVisible();
    await expect.element(amountField()).toHaveFocus();
    expect(network.callsTo(openDeposit)).toHaveLength(0);
  },
);

test('[F2] in reais shows rate, fee, what leaves the brokerage and what arrives, before the confirm', async () => {
  answerNetwork().answer(readRates, () => rates);
  await showDialog();
  await expect.element(amountField()).toHaveFocus();
  await amountField().fill('1.234,56');
  const dialog = page.getByRole('dialog', { name: 'Trazer da Corretora' });
  for (const said of [
    'CotaçãoUS$ 1 = R$ 5,4321',
    'TaxaSem taxa',
    // Rounded up to a whole cent: 1234.56 × 5.4321 = 6706.253...
    'Sai da corretoraR$ 6.706,26',
    'Chega ao seu saldoUS$ 1.234,56',
    'Saldo depoisUS$ 1.284,56',
  ]) {
    await expect.element(dialog).toHaveTextContent(said);
  }
  await expect.element(page.getByRole('button', { name: 'Trazer US$ 1.234,56' })).toBeVisible();
});

test('[F2] USDT is one to one', async () => {
  const network = answerNetwork()
    .answer(readRates, () => rates)
    .answer(openDeposit, () => depositOf({ Currency: 'usdt', Rate: 1, Net: 80.5, Amount: 80.5 }));
  await showDialog();
  await page.getByRole('radio', { name: 'Tether (USDT)' }).click();
  await amountField().fill('80,5');
  await expect.element(page.getByRole('dialog')).toHaveTextContent('Sai da corretora80,50 USDT');
  await page.getByRole('button', { name: 'Trazer US$ 80,50' }).click();
  await vi.waitFor(() => expect(network.callsTo(openDeposit)).toHaveLength(1));
  expect(network.callsTo(openDeposit)[0]?.body).toEqual({ amount: 80.5, user: uuid, currency: 'usdt' });
});

test.each([
  ['a rate of 0', () => noRates],
  ['no answer', () => refusal(500, 'fault', 'Algo deu errado.')],
])('[F2] with %s disables reais, says so plainly, and selects USDT', async (_, answer) => {
  answerNetwork().answer(readRates, answer);
  await showDialog();
  await expect.element(page.getByText('Não há cotação do dólar agora', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Real (BRL)' })).toBeDisabled();
  await expect.element(page.getByRole('radio', { name: 'Tether (USDT)' })).toBeChecked();
});

test('[F3] says when the rate has not been renewed', async () => {
  answerNetwork().answer(readRates, () => ({ ...rates, Stale: true }));
  await showDialog();
  await expect.element(page.getByText('A fonte da cotação não responde desde', { exact: false })).toBeVisible();
});

test('[F4] [F6] [G2] follows the deposit until the brokerage has answered, then a toast reports it once', async () => {
  const network = answerNetwork()
    .answer(readRates, () => rates)
    .answer(openDeposit, () => depositOf())
    .answer(listTransfers, () => [depositOf()]);
  await showDialog();
  await amountField().fill('100');
  await page.getByRole('button', { name: 'Trazer US$ 100,00' }).click();
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Em andamento' })).toBeVisible();
  expect(page.getByText('Depósito realizado com sucesso!').elements()).toHaveLength(0);
  network.answer(listTransfers, () => [depositOf({ Status: 'complete' })]);
  const said = page.getByRole('dialog').getByRole('status');
  await expect.element(said).toHaveTextContent(/^US\$ 100,00 no seu saldo\.$/);
  await expect
    .poll(readToasts)
    .toEqual([expect.objectContaining({ kind: 'success', text: 'Depósito realizado com sucesso!' })]);
  expect(network.callsTo(openDeposit)).toHaveLength(1);
  await page.getByRole('button', { name: 'Fechar' }).last().click();
  expect(onClose).toHaveBeenCalledOnce();
});

test('[F4] keeps following it after the dialog is closed', async () => {
  const network = answerNetwork()
    .answer(readRates, () => rates)
    .answer(openDeposit, () => depositOf())
    .answer(listTransfers, () => [depositOf()]);
  await show(<Closable />);
  await amountField().fill('100');
  await page.getByRole('button', { name: 'Trazer US$ 100,00' }).click();
  await expect.element(page.getByText('Aguardando a confirmação da corretora.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Fechar' }).first().click();
  await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toHaveLength(0));
  network.answer(listTransfers, () => [depositOf({ Status: 'complete' })]);
  await expect.element(page.getByText('Depósito realizado com sucesso!')).toBeVisible();
});

test('[F4] a deposit refused by the brokerage shows why, and can be tried again', async () => {
  answerNetwork()
    .answer(readRates, () => rates)
    .answer(openDeposit, () => depositOf())
    .answer(listTransfers, () => [depositOf({ Status: 'canceled', Notes: 'Sem saldo na corretora.' })]);
  await showDialog();
  await amountField().fill('100');
  await page.getByRole('button', { name: 'Trazer US$ 100,00' }).click();
  await expect.element(page.getByRole('status').filter({ hasText: 'nada mudou no seu saldo' })).toBeVisible();
  await expect.element(page.getByRole('dialog').getByText('Sem saldo na corretora.')).toBeVisible();
  expect(readToasts()).toEqual([]);
  expect(page.getByText('Chega ao seu saldo').elements()).toHaveLength(0);
  // The support link carries the reference (G4).
  const about = page.getByRole('link', { name: 'Falar com o suporte sobre isto' });
  await expect.element(about).toHaveAttribute('href', `https://support.example/?reference=${depositOf().Id}`);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(amountField()).toBeVisible();
});

test("[F6] shows a refusal in the server's words, else Erro ao realizar depósito., and a lost answer as unexpected", async () => {
  const network = answerNetwork()
    .answer(readRates, () => rates)
    .answer(openDeposit, () => refusal(503, 'no_rate', 'Não há cotação.'));
  await showDialog();
  await amountField().fill('100');
  const confirm = page.getByRole('button', { name: 'Trazer US$ 100,00' });
  await confirm.click();
  await expect.element(page.getByText('Não há cotação.')).toBeVisible();
  network.answer(openDeposit, () => refusal(422, 'invalid_amount', ''));
  await confirm.click();
  await expect.element(page.getByText('Erro ao realizar depósito.')).toBeVisible();
  network.answer(openDeposit, noConnection);
  await confirm.click();
  await expect.element(page.getByText('Erro inesperado ao processar o depósito.')).toBeVisible();
});

test('[F1] prefills an amount that another screen requests, and writes it out in full on blur', async () => {
  answerNetwork().answer(readRates, () => rates);
  window.history.replaceState(null, '', '/dashboard?dialog=deposit&subject=179.50');
  await showDialog();
  await expect.element(amountField()).toHaveValue('179,50');
  await amountField().fill('1234,5');
  await page.getByRole('radio', { name: 'Tether (USDT)' }).click();
  await expect.element(amountField()).toHaveValue('1.234,50');
});

test('[F1] accepts and shows the amount in Persian digits', async () => {
  answerNetwork().answer(readRates, () => rates);
  await showDialog('fa');
  await page.getByRole('textbox').fill('۱۵۰٫۵');
  await expect.element(page.getByRole('button', { name: 'انتقال ‎$۱۵۰٫۵۰' })).toBeVisible();
});

const atBroker = (Balances: BrokerageBalance['Balances']) =>
  answerNetwork()
    .answer(readRates, () => rates)
    .answer(readBrokerageBalance, () => ({ Balances }));

test('[G2] shows the balances at the brokerage in every currency, and fills in everything with one press', async () => {
  atBroker({ Usd: 1234.567, Brl: 12, Usdt: 3.5 });
  await showDialog();
  await expect
    .element(amountField())
    .toHaveAccessibleDescription(/^Na corretora: US\$\s1.234,56, R\$\s12,00 e 3,50\sUSDT$/);
  await page.getByRole('button', { name: 'Trazer tudo' }).click();
  await expect.element(amountField()).toHaveValue('1.234,56');
  await expect.element(page.getByRole('dialog')).not.toHaveTextContent('Ela pode recusar');
});

test('[G2] warns of more than there is at the brokerage before it is sent, and sends it all the same', async () => {
  const network = atBroker({ Usd: 80, Brl: 0, Usdt: 0 }).answer(openDeposit, () => depositOf());
  await showDialog();
  const said = page.getByRole('dialog').getByRole('status');
  await expect.element(said).toHaveTextContent('');
  await amountField().fill('100');
  await expect.element(said).toHaveTextContent('Na corretora há US$ 20,00 a menos do que este valor.');
  await page.getByRole('button', { name: 'Trazer US$ 100,00' }).click();
  await vi.waitFor(() => expect(network.callsTo(openDeposit)).toHaveLength(1));
});

test.each([
  ['does not answer', () => ({ Balances: null })],
  ['cannot be asked', () => refusal(503, 'unavailable', 'O serviço está indisponível.')],
])(
  '[G2] for a brokerage that %s, shows the balance as unknown, fetches it once, and still deposits',
  async (_, answer) => {
    const network = answerNetwork()
      .answer(readRates, () => rates)
      .answer(readBrokerageBalance, answer)
      .answer(openDeposit, () => depositOf());
    await showDialog();
    await expect.element(amountField()).toHaveAccessibleDescription(/A corretora não informou seu saldo agora/);
    expect(page.getByRole('button', { name: 'Trazer tudo' }).elements()).toHaveLength(0);
    expect(network.callsTo(readBrokerageBalance)).toHaveLength(1);
    await amountField().fill('100');
    await page.getByRole('button', { name: 'Trazer US$ 100,00' }).click();
    await vi.waitFor(() => expect(network.callsTo(openDeposit)).toHaveLength(1));
  },
);
