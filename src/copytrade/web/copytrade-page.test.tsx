import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerNetwork, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { readRecord } from '#payouts/record-contract.ts';
import { recordOf } from '#payouts/web/testing/records.ts';
import { chooseOpeningAlert, listLicences, readCopyOffer, readOpeningAlert } from '../contract.ts';
import { CopytradePage } from './copytrade-page.tsx';
import { licenceOf, offerOf } from './testing/licences.ts';

const expired = licenceOf({
  Id: '7c9e6679-7425-40de-944b-e07fc1f90ae8',
  Amount: 100,
  Profit: -12.345678,
  Progress: 100,
  Status: 'expired',
});

beforeEach(async () => {
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/copytrade');
  await page.viewport(1440, 900);
});

test('[C1] each licence shows start, status, capital, profit, progress, and what it returns', async () => {
  answerNetwork()
    .answer(readCopyOffer, () => offerOf())
    .answer(listLicences, () => [licenceOf(), expired]);
  await show(<CopytradePage />, { isStranger: true });
  const cells = async (row: number) => {
    await expect.element(page.getByRole('row').nth(row)).toBeVisible();
    const found = page.getByRole('row').nth(row).getByRole('cell').elements();
    return found.map((cell) => cell.querySelector('div')?.textContent.replaceAll('\u00a0', ' '));
  };
  expect(await cells(1)).toEqual([
    '02/03/2026',
    'Ativo',
    'US$ 250,00',
    '+US$ 7,50',
    '33%',
    'US$ 257,50com o resultado até agora; termina em 01/04/2026',
  ]);
  expect((await cells(2)).slice(1)).toEqual([
    'Expirado',
    'US$ 100,00',
    // A loss of 12.345, shown so that amount and result add up to what came back.
    '-US$ 12,35',
    '100%',
    'US$ 87,65no saldo em 01/04/2026',
  ]);
});

test('[C2] while registrations are closed the page says so and offers no new licence', async () => {
  answerNetwork()
    .answer(readCopyOffer, () => offerOf({ Open: false }))
    .answer(listLicences, () => []);
  await show(<CopytradePage />);
  await expect.element(page.getByText('Novos registros de copytrade estão fechados no momento.')).toBeVisible();
  await expect.element(page.getByText('Você ainda não tem cópias.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Novo Copytrade' }).elements()).toEqual([]);
});

test('[C1] a customer without licences is offered the first one in their place, once', async () => {
  answerNetwork()
    .answer(readCopyOffer, () => offerOf())
    .answer(listLicences, () => []);
  await show(<CopytradePage />);
  await page.getByRole('button', { name: 'Novo Copytrade' }).click();
  expect(window.location.search).toBe('?dialog=new-copy');
});

test('[C1] [H5] a list that failed to load says so, and is refetched on request', async () => {
  let isBroken = true;
  answerNetwork()
    .answer(readCopyOffer, () => offerOf())
    .answer(listLicences, () => (isBroken ? refusal(422, 'invalid_field', 'não deu') : [licenceOf()]));
  await show(<CopytradePage />);
  isBroken = false;
  await page.getByRole('region', { name: 'Suas cópias' }).getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText('Ativo')).toBeVisible();
});

test('[G3] while it is closed a customer can ask to be told when it opens, and undo that', async () => {
  let isWanted = false;
  const network = answerNetwork()
    .answer(readCopyOffer, () => offerOf({ Open: false }))
    .answer(listLicences, () => [])
    .answer(readOpeningAlert, () => ({ Wanted: isWanted }))
    .answer(chooseOpeningAlert, ({ body }) => {
      isWanted = (body as { wanted: boolean }).wanted;
      return { Wanted: isWanted };
    });
  await show(<CopytradePage />);
  await page.getByRole('button', { name: 'Avise-me quando abrir' }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent('Avisaremos você uma vez, aqui e por e-mail');
  await page.getByRole('button', { name: 'Não avisar mais' }).click();
  await expect.element(page.getByRole('button', { name: 'Avise-me quando abrir' })).toBeVisible();
  expect(network.callsTo(chooseOpeningAlert).map(({ body }) => body)).toEqual([{ wanted: true }, { wanted: false }]);
});

test('[G3] a choice that could not be saved is reported, and stays as it was', async () => {
  answerNetwork()
    .answer(readCopyOffer, () => offerOf({ Open: false }))
    .answer(listLicences, () => [])
    .answer(readOpeningAlert, () => ({ Wanted: false }))
    .answer(chooseOpeningAlert, () => refusal(503, 'unavailable', ''));
  await show(<CopytradePage />);
  await page.getByRole('button', { name: 'Avise-me quando abrir' }).click();
  await expect.element(page.getByText('Não foi possível guardar sua escolha. Tente de novo.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Avise-me quando abrir' })).toBeVisible();
});

test('[G3] while it is open the page shows the record of the operations and no alert', async () => {
  answerNetwork()
    .answer(readCopyOffer, () => offerOf({ Open: true }))
    .answer(listLicences, () => [])
    .answer(readRecord, () => recordOf());
  await show(<CopytradePage />);
  await expect.element(page.getByRole('region', { name: 'Histórico das operações' })).toHaveTextContent('Pior queda');
  expect(page.getByRole('button', { name: 'Avise-me quando abrir' }).elements()).toEqual([]);
});
