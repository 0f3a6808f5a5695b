import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerNetwork, type Network, noConnection, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { readIntent } from '#platform/intents.ts';
import { readRecord } from '#payouts/record-contract.ts';
import { recordOf } from '#payouts/web/testing/records.ts';
import { noteBusinessTime } from '#platform/web/server-clock.ts';
import { dismissToast, readToasts } from '#platform/web/ui/toasts.ts';
import {
  depositToBot,
  investWithBot,
  listInvestments,
  readBotSettings,
  readBotWallet,
  reportBotOperations,
  withdrawFromBot,
} from '../contract.ts';
import { PrimezordPage } from './primezord-page.tsx';
import { botSettings, investmentOf, walletOf } from './testing/bot.ts';

beforeEach(async () => {
  vi.restoreAllMocks();
  for (const { id } of readToasts()) dismissToast(id);
  noteBusinessTime('2026-03-02T12:00:00.000Z');
  await page.viewport(1440, 900);
});

async function openDialog(
  name: 'deposit' | 'withdraw' | 'invest',
  balance = 1000,
  wallet = walletOf(),
): Promise<Network> {
  window.history.replaceState(null, '', `/primezord?dialog=bot-${name}`);
  const network = answerNetwork()
    .answer(readBotSettings, () => botSettings)
    .answer(readBotWallet, () => wallet)
    .answer(listInvestments, () => [])
    .answer(reportBotOperations, () => [])
    .answer(readRecord, () => recordOf({ Product: 'primezord' }));
  await show(<PrimezordPage owner={{ Hasbot: true, Balance: balance }} />);
  await expect.element(page.getByRole('dialog').getByRole('group', { name: 'Valor' })).toBeVisible();
  return network;
}

const dialog = page.getByRole('dialog');
const amounts = dialog.getByRole('group', { name: 'Valor' });
const choose = (dollars: string) => dialog.getByRole('radio', { name: `US$ ${dollars}`, exact: true }).click();
const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

const kinds = [
  { name: 'deposit', verb: 'Depositar', endpoint: depositToBot, toast: 'Deposito efetuado com sucesso' },
  { name: 'withdraw', verb: 'Sacar', endpoint: withdrawFromBot, toast: 'Saque efetuado com sucesso' },
  { name: 'invest', verb: 'Investir', endpoint: investWithBot, toast: 'Investimento aplicado com sucesso' },
] as const;

test.each(kinds)('[Z2] $name offers the amounts of the settings, none preselected', async ({ name }) => {
  await openDialog(name, 6000, walletOf({ Available: 5000 }));
  const options = amounts.getByRole('radio').elements() as HTMLInputElement[];
  expect(options.map((option) => option.closest('label')?.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'US$ 25',
    'US$ 50',
    'US$ 100',
    'US$ 250',
    'US$ 500',
    'US$ 1.000',
    'US$ 2.500',
    'US$ 5.000',
  ]);
  expect(options.filter(({ checked }) => checked)).toHaveLength(0);
});

test.each(kinds)('[Z2] $name without an amount shows Selecione um valor and sends nothing', async (kind) => {
  const network = await openDialog(kind.name);
  await press('Escolha um valor');
  await expect.element(amounts).toHaveAccessibleDescription(/^Selecione um valor Disponível: US\$/);
  await expect.element(amounts.getByRole('radio').first()).toHaveFocus();
  expect(network.callsTo(kind.endpoint)).toHaveLength(0);
  await choose('100');
  await expect.element(amounts).toHaveAccessibleDescription(/^Disponível: US\$/);
});

test.each(kinds)('[Z2] $name with an amount closes and shows $toast', async ({ name, verb, endpoint, toast }) => {
  const network = await openDialog(name);
  network
    .answer(depositToBot, () => walletOf())
    .answer(withdrawFromBot, () => walletOf())
    .answer(investWithBot, () => investmentOf());
  await choose('100');
  await press(`${verb} US$ 100,00`);
  await expect.element(page.getByText(toast)).toBeVisible();
  await vi.waitFor(() => expect(dialog.elements()).toHaveLength(0));
  expect(window.location.search).toBe('');
  expect(network.callsTo(endpoint).map(({ body }) => body)).toEqual([{ amount: 100 }]);
  // Everything on the screen is refetched.
  await vi.waitFor(() => expect(network.callsTo(readBotWallet).length).toBeGreaterThan(1));
});

test.each(kinds)(
  "[Z3] $name shows a refusal in the server's words, else Erro., and keeps one key until it is settled",
  async (kind) => {
    const network = await openDialog(kind.name);
    network.answer(kind.endpoint, noConnection).answer(readIntent, () => ({ State: 'none' as const, Answer: null }));
    await choose('100');
    await press(`${kind.verb} US$ 100,00`);
    await expect.element(page.getByText('Erro.', { exact: true })).toBeVisible();
    network.answer(kind.endpoint, () => refusal(422, 'insufficient_balance', 'Não há o bastante.'));
    await page.getByRole('button', { name: 'Enviar de novo' }).click();
    await expect.element(page.getByText('Não há o bastante.')).toBeVisible();
    await press(`${kind.verb} US$ 100,00`);
    await vi.waitFor(() => expect(network.callsTo(kind.endpoint)).toHaveLength(3));
    const [lost, again, anew] = network.callsTo(kind.endpoint).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(again).toBe(lost);
    expect(anew).not.toBe(lost);
    await expect.element(dialog).toBeVisible();
  },
);

test.each([
  ['deposit', 'Sai do seu saldo agoraUS$ 100,00TaxaSem taxaSaldo depoisUS$ 900,00'],
  ['deposit', 'Chega à carteira na horaUS$ 100,00'],
  ['withdraw', 'Sai da carteira agoraUS$ 100,00TaxaSem taxaDisponível depoisUS$ 150,00'],
  ['withdraw', 'Chega ao seu saldo na horaUS$ 100,00'],
  ['invest', 'Sai do disponível agoraUS$ 100,00Fica bloqueado por30 diasDisponível depoisUS$ 150,00'],
  ['invest', 'Volta com o resultado em1 de abr. de 2026'],
  ['invest', 'você pode ganhar ou perder, até o valor investido'],
] as const)('[Z2] %s shows before the confirm: %s', async (name, said) => {
  await openDialog(name);
  await choose('100');
  await expect.element(dialog).toHaveTextContent(said);
});

test('[Z2] a deposit beyond the balance shows the shortfall and leads to bringing it', async () => {
  await openDialog('deposit', 40);
  await choose('100');
  await expect.element(dialog).toHaveTextContent('Seu saldo é de US$ 40,00: você precisa de mais US$ 60,00.');
  await press('Trazer US$ 60,00');
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=deposit&subject=60.00'));
});

test('[Z2] an investment beyond what is available shows the shortfall and leads to a deposit', async () => {
  await openDialog('invest');
  await choose('500');
  await expect
    .element(dialog)
    .toHaveTextContent('O disponível na carteira é de US$ 250,00: você precisa de mais US$ 250,00.');
  await press('Depositar');
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=bot-deposit&subject=250.00'));
  await expect.element(dialog.getByRole('radio', { name: 'US$ 250', exact: true })).toBeChecked();
});

test("[G3] the invest dialog shows the bot's record before the confirm", async () => {
  await openDialog('invest');
  const record = page.getByRole('dialog').getByRole('region', { name: 'Histórico das operações' });
  await expect.element(record).toHaveTextContent('Últimos 90 dias+5,25%');
  await expect.element(record).toHaveTextContent('Pior queda-11,75%');
});

test('[Z3] a dialog whose amounts fail to load says so and can retry', async () => {
  window.history.replaceState(null, '', '/primezord?dialog=bot-deposit');
  const network = answerNetwork().answer(readBotSettings, () => refusal(500, 'fault', 'Algo deu errado.'));
  await show(<PrimezordPage owner={{ Hasbot: true, Balance: 10 }} />);
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  network.answer(readBotSettings, () => botSettings);
  await press('Tentar de novo');
  await expect.element(amounts).toBeVisible();
});

test('[Z4] [G2] withdraws everything available with one press, and shows the fraction of a cent that stays', async () => {
  const network = await openDialog('withdraw', 0, walletOf({ Available: 50.370925 }));
  network.answer(withdrawFromBot, () => walletOf());
  // More than there is is not offered: 25, 50 and all of it.
  expect(amounts.getByRole('radio').elements()).toHaveLength(3);
  await press('Sacar tudo: US$ 50,37');
  await expect.element(dialog.getByRole('radio', { name: 'US$ 50,37' })).toBeChecked();
  await expect.element(dialog).toHaveTextContent('Fica na carteira: US$ 0,000925');
  await press('Sacar US$ 50,37');
  await vi.waitFor(() => expect(network.callsTo(withdrawFromBot)[0]?.body).toEqual({ amount: 50.37 }));
});

test.each([
  ['deposit', /^Disponível: US\$\s60,00$/, 'US$ 100', /^faltam US\$\s40,00$/],
  ['invest', /^Disponível: US\$\s250,00$/, 'US$ 500', /^faltam US\$\s250,00$/],
] as const)(
  '[G2] %s shows what is available before an amount is chosen, and the shortfall of larger amounts',
  async (name, there, beyond, missing) => {
    await openDialog(name, 60);
    await expect.element(amounts).toHaveAccessibleDescription(there);
    const option = dialog.getByRole('radio', { name: beyond, exact: true });
    await expect.element(option).toHaveAccessibleDescription(missing);
  },
);

test('[G2] offers no withdraw-all while less than a cent is available', async () => {
  await openDialog('withdraw', 0, walletOf({ Available: 0.009 }));
  expect(dialog.getByRole('button', { name: 'Sacar tudo' }).elements()).toHaveLength(0);
});
