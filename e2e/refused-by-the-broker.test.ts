import { expect } from '@playwright/test';
import { runLastro } from './installation/run-lastro.ts';
import { testAsSaver as test } from './installation/saver.ts';

test('[F4] a withdrawal refused by the brokerage is returned in full, and says so', async ({ page, saver }) => {
  await saver.bring(300);
  await runLastro('brokerage', 'fault', 'refuse');
  await page.goto('/dashboard?dialog=withdraw');
  const dialog = page.getByRole('dialog', { name: 'Solicitar Saque' });
  await dialog.getByRole('textbox').fill('200');
  await dialog.getByRole('button', { name: 'Sacar US$ 200,00' }).click();
  const words = 'A corretora recusou este saque. O valor voltou ao seu saldo.';
  await expect(dialog.getByRole('status')).toContainText(words);
  await expect(page.getByRole('banner').getByText('US$ 300,00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
  await dialog.getByRole('textbox').fill('200');
  await dialog.getByRole('button', { name: 'Sacar US$ 200,00' }).click();
  await expect(page.getByText('Saque realizado com sucesso!')).toBeVisible();
  await expect.poll(() => saver.balance()).toBe(100);
});

test('[F4] a brokerage that answers late or not at all takes it once, while the customer reads that it is being checked', async ({
  page,
  saver,
}) => {
  await saver.bring(300);
  await runLastro('brokerage', 'fault', 'reset_after');
  await runLastro('brokerage', 'fault', 'away', '--times', '4');
  await page.goto('/dashboard?dialog=withdraw&subject=200');
  const dialog = page.getByRole('dialog', { name: 'Solicitar Saque' });
  await dialog.getByRole('button', { name: 'Sacar US$ 200,00' }).click();
  await expect(dialog.getByText('Continuamos consultando', { exact: false })).toBeVisible();
  await expect(page.getByText('Saque realizado com sucesso!')).toBeVisible({ timeout: 20_000 });
  expect(await saver.balance()).toBe(100);
});
