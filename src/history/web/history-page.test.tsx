import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { findViolations } from '#app/web/testing/find-violations.ts';
import { answerNetwork, refusal } from '#app/web/testing/network.ts';
import { show } from '#app/web/testing/show.tsx';
import { listLicences } from '#copytrade/contract.ts';
import { listInvestments } from '#primezord/contract.ts';
import { listStakes } from '#stakes/contract.ts';
import { reportWithdrawals } from '#wallet/contract.ts';
import { readStatement } from '../contract.ts';
import { HistoryPage } from './history-page.tsx';

const id = '9b2f3c1e-4e0f-4a8e-9b1f-0e8a2b6f7c02';

const stake = {
  Id: id,
  Start: '2026-03-02T12:00:00.000Z',
  End: '2026-04-01T12:00:00.000Z',
  Days: 30,
  Rate: 10,
  Amount: 300,
  Profit: 12.5,
  Progress: 41,
  Status: 'in_progress' as const,
};

beforeEach(async () => {
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/history');
  await page.viewport(1440, 900);
});

test('[H1] eight tabs and the statement, each with an address of its own', async () => {
  answerNetwork()
    .answer(listLicences, () => [])
    .answer(listStakes, () => [stake]);
  await show(<HistoryPage />);
  const tabs = page.getByRole('navigation', { name: 'Histórico' }).getByRole('link');
  await expect.element(tabs.first()).toBeVisible();
  expect(tabs.elements().map((tab) => tab.textContent)).toEqual([
    'CopyTrade',
    'Stakes',
    'Operações',
    'Saques',
    'Bônus',
    'Residual',
    'Primezord',
    'Vault',
    'Extrato',
  ]);
  await page.getByRole('link', { name: 'Stakes' }).click();
  expect(window.location.search).toBe('?tab=stakes');
  await expect.element(page.getByText('Em andamento')).toBeVisible();
  await expect.element(page.getByText('US$ 300,00')).toBeVisible();
});

test('[H1] start and end of the address are asked for, the last day whole', async () => {
  window.history.replaceState(null, '', '/history?tab=stakes&start=2026-03-01&end=2026-03-31');
  const network = answerNetwork().answer(listStakes, () => [stake]);
  await show(<HistoryPage />);
  await expect.element(page.getByText('US$ 300,00')).toBeVisible();
  const asked = new URL(network.callsTo(listStakes)[0]?.address ?? '', 'http://page').searchParams;
  expect([asked.get('start'), asked.get('end')]).toEqual(['2026-03-01', '2026-04-01']);
  await page.getByRole('button', { name: 'Limpar datas' }).click();
  expect(window.location.search).toBe('?tab=stakes');
});

test('[H1] withdrawals tell value, fee, what arrives, status and why', async () => {
  window.history.replaceState(null, '', '/history?tab=withdrawals');
  answerNetwork().answer(reportWithdrawals, () => [
    {
      Id: id,
      Date: '2026-03-02T12:00:00.000Z',
      Amount: 100,
      Currency: 'usdt' as const,
      Rate: 1,
      Fee: 2,
      Net: 98,
      Status: 'canceled' as const,
      Notes: 'A corretora recusou.',
    },
  ]);
  await show(<HistoryPage />);
  await expect.element(page.getByText('98,00 USDT')).toBeVisible();
  await expect.element(page.getByText('Cancelado')).toBeVisible();
  await expect.element(page.getByText('A corretora recusou.')).toBeVisible();
});

test('[H4] the statement has the balance after each posting, and is offered as a file', async () => {
  window.history.replaceState(null, '', '/history?tab=statement');
  answerNetwork().answer(readStatement, () => [
    {
      Id: '7',
      Date: '2026-03-02T12:00:00.000Z',
      Kind: 'stake_opened',
      Description: 'Stake aberta',
      Reference: id,
      Amount: -300,
      Balance: 200,
    },
  ]);
  await show(<HistoryPage />);
  await expect.element(page.getByText('Stake aberta')).toBeVisible();
  await expect.element(page.getByText('US$ 200,00')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Baixar CSV' })).toBeVisible();
});

test('[H1] who never had the bot has an empty history with it, not a failure', async () => {
  window.history.replaceState(null, '', '/history?tab=primezord');
  answerNetwork().answer(listInvestments, () => refusal(403, 'bot_required', 'Assine'));
  await show(<HistoryPage />);
  await expect.element(page.getByText('Nada por aqui neste período.')).toBeVisible();
});

test('[H5] a list that could not be read says so, and is read again when asked', async () => {
  window.history.replaceState(null, '', '/history?tab=stakes');
  let isBroken = true;
  answerNetwork().answer(listStakes, () => (isBroken ? refusal(422, 'invalid_field', 'não deu') : [stake]));
  await show(<HistoryPage />);
  isBroken = false;
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText('US$ 300,00')).toBeVisible();
});

test('[H1] nobody is kept out: no violation on a desk and on a phone', async () => {
  window.history.replaceState(null, '', '/history?tab=stakes');
  answerNetwork().answer(listStakes, () => [stake]);
  await show(
    <main>
      <HistoryPage />
    </main>,
  );
  await expect.element(page.getByText('US$ 300,00')).toBeVisible();
  expect(await findViolations()).toEqual([]);
  await page.viewport(360, 740);
  expect(await findViolations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
