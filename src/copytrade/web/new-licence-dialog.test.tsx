import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Arrived } from '#money/web/testing/arrived.tsx';
import { answerNetwork, type Network, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import type { Language } from '#platform/languages.ts';
import { dismissToast, readToasts } from '#platform/web/ui/toasts.ts';
import { openLicence, readCopyOffer } from '../contract.ts';
import { NewLicenceDialog } from './new-licence-dialog.tsx';
import { licenceOf, offerOf } from './testing/licences.ts';

const close = vi.fn<() => void>();

beforeEach(async () => {
  vi.restoreAllMocks();
  close.mockClear();
  for (const { id } of readToasts()) dismissToast(id);
  window.history.replaceState(null, '', '/dashboard');
  await page.viewport(1440, 900);
});

function answerOpen(): Network {
  return answerNetwork()
    .answer(readCopyOffer, () => offerOf())
    .answer(openLicence, () => licenceOf());
}

const showDialog = (balance: number | undefined, language: Language = 'pt-BR') =>
  show(<NewLicenceDialog isOpen onClose={close} balance={balance} />, { language });

const amounts = () => page.getByRole('radio');
const choose = (amount: string) => page.getByRole('radio', { name: amount, exact: true }).click();
const offered = () =>
  amounts()
    .elements()
    .map((radio) => radio.closest('label')?.textContent.replaceAll('\u00a0', ' '));

test('[C1] the amount is chosen from a list, and the outcome is explained before confirming', async () => {
  const network = answerOpen();
  await showDialog(300);
  await expect.element(amounts().first()).toHaveFocus();
  expect(offered()).toEqual(['US$ 50', 'US$ 100', 'US$ 250']);
  await choose('US$ 250');
  await expect.element(page.getByText('US$ 50,00')).toBeVisible();
  await page.getByRole('button', { name: /Copiar com US\$\s250,00/ }).click();
  await expect.element(page.getByText('Copytrade criado com sucesso!')).toBeVisible();
  expect(network.callsTo(openLicence).map(({ body }) => body)).toEqual([{ amount: 250 }]);
  expect(network.callsTo(openLicence)[0]?.headers.get('idempotency-key')).toBeTruthy();
  expect(close).toHaveBeenCalledOnce();
});

test.each([
  ['pt-BR', 'Escolha um valor', 'Selecione um valor'],
  ['en', 'Choose an amount', 'Please select an amount'],
] as const)('[C1] without an amount the dialog says so in %s and sends nothing', async (language, button, said) => {
  const network = answerOpen();
  await showDialog(300, language);
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect.element(page.getByRole('group')).toHaveAccessibleDescription(new RegExp(`^${said} `));
  await expect.element(amounts().first()).toHaveFocus();
  expect(network.callsTo(openLicence)).toEqual([]);
});

test('[C1] with too little the dialog shows the shortfall and leads to the brokerage', async () => {
  answerOpen();
  await showDialog(20.5);
  await choose('US$ 50');
  await expect.element(page.getByText(/você precisa de mais US\$\s29,50\./)).toBeVisible();
  await page.getByRole('button', { name: 'Trazer US$ 29,50' }).click();
  expect(window.location.search).toBe('?dialog=deposit&subject=29.50');
});

test('[C1] after the missing amount is brought, the dialog has the same choice', async () => {
  answerOpen();
  window.history.replaceState(null, '', '/copytrade?dialog=new-copy');
  const first = await showDialog(20.5);
  await choose('US$ 50');
  await page.getByRole('button', { name: 'Trazer US$ 29,50' }).click();
  await first.unmount();
  const arrived = await show(<Arrived />);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await arrived.unmount();
  await showDialog(50);
  await expect.element(page.getByRole('button', { name: /Copiar com US\$\s50,00/ })).toBeVisible();
});

test('[C2] while registrations are closed the dialog shows only the notice', async () => {
  answerNetwork().answer(readCopyOffer, () => offerOf({ Open: false }));
  await showDialog(300);
  await expect.element(page.getByText('Novos registros de copytrade estão fechados no momento.')).toBeVisible();
  expect(amounts().elements()).toEqual([]);
  await page.getByRole('button', { name: 'Entendi' }).click();
  expect(close).toHaveBeenCalledOnce();
});

test('[C2] a refusal is shown in the server’s words, and the dialog stays open', async () => {
  answerOpen().answer(openLicence, () => refusal(409, 'copytrade_closed', 'Fechado agora mesmo.'));
  await showDialog(300);
  await choose('US$ 50');
  await page.getByRole('button', { name: /Copiar com/ }).click();
  await expect.element(page.getByText('Fechado agora mesmo.')).toBeVisible();
  expect(close).not.toHaveBeenCalled();
});

test('[C3] the dialog promises nothing, and says that the amount can be lost', async () => {
  answerOpen();
  await showDialog(300, 'en');
  await expect.element(page.getByText(/you may gain, or lose up to the amount invested/)).toBeVisible();
});

test('[G2] the available balance is shown before an amount is chosen, and the shortfall beside larger amounts', async () => {
  answerOpen();
  await showDialog(80.5);
  await expect.element(page.getByRole('group')).toHaveAccessibleDescription(/^Disponível: US\$\s80,50$/);
  expect(offered()).toEqual(['US$ 50', 'US$ 100faltam US$ 19,50', 'US$ 250faltam US$ 169,50']);
});
