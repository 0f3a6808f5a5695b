import { expect } from '@playwright/test';
import { testAsSaver as test } from './installation/saver.ts';
import { inspect, joinConsole } from './installation/staff.ts';
import { findCustomer } from './installation/two-people.ts';
import { go } from './installation/staff-keys.ts';

test('[R6] every treasury figure says how it is counted, and links to its positions and entries', async ({
  browser,
}) => {
  const { page } = await joinConsole(browser, 'treasury', 'Tânia Rosa');
  const main = page.getByRole('main');

  await go(page, 'm', 'Tesouraria');
  const why = main.getByText('Como se conta').first();
  await why.focus();
  await page.keyboard.press('Enter');
  await expect(main.getByText('O saldo da conta Tesouraria: tudo o que entrou').first()).toBeVisible();
  await inspect(page);
  const month = main.getByRole('table', { name: 'Vence por mês' }).getByRole('link').first();
  await expect(month).toHaveText(/^\p{L}+ de \d{4}$/u);
  await month.click();
  await expect(main.getByRole('table', { name: 'O que está por trás' })).toBeVisible();
  await expect(main.getByText(/^Posições em curso que terminam em \p{L}+ de \d{4}$/u)).toBeVisible();
  await inspect(page);
  await page.goBack();
  await main.getByRole('link', { name: 'Resta para prometer: por que este número' }).click();
  await expect(main.getByLabel('Conta', { exact: true })).toHaveValue('treasury');
  await expect(main.getByRole('table', { name: 'Livro-razão' })).toBeVisible();
});

test("[R6] a customer's figure opens into its parts, down to the journals", async ({ browser, saver }) => {
  await saver.bring(150);
  const { page } = await joinConsole(browser, 'compliance', 'Caio Faro');
  const main = page.getByRole('main');
  await findCustomer(page, saver.email);
  await main.getByRole('button', { name: 'Patrimônio: por que este número' }).click();
  const dialog = page.getByRole('dialog', { name: 'Por quê' });
  await expect(dialog.getByText('É a soma das partes abaixo')).toBeVisible();
  await inspect(page);
  await dialog.getByRole('button', { name: 'Saldo disponível: por que este número' }).press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Saldo disponível' })).toBeFocused();
  await inspect(page);
  await dialog.getByRole('link', { name: 'Depósito liquidado' }).click();
  await expect(main.getByText('Recalculado: certo')).toBeVisible();
});
