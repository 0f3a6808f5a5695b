import { readFile } from 'node:fs/promises';
import { expect, testInside as test } from './installation/investor.ts';

test('[H1] [H4] the history is filtered by kind, shared by its URL, and exported as a file', async ({
  page,
  investor,
}) => {
  await investor.bring(1000);
  await investor.open(300, 60);
  await page.goto('/dashboard');
  await page.getByRole('complementary').getByRole('link', { name: 'Histórico' }).click();
  await page.getByRole('link', { name: 'Stakes', exact: true }).click();
  await expect(page).toHaveURL(/\/history\?tab=stakes$/);
  await expect(page.getByRole('row').filter({ hasText: 'US$ 300,00' })).toContainText('Em andamento');

  await page.getByRole('link', { name: 'Extrato' }).click();
  const newest = page.getByRole('row').nth(1);
  await expect(newest).toContainText('Stake aberta');
  await expect(newest).toContainText('US$ 700,00');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV', exact: true }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain('Data (America/Sao_Paulo);Descrição;Referência;Valor (USD);Saldo (USD)');
  expect(file).toContain(';-300,00;700,00');

  expect(download.suggestedFilename()).toBe('lastro-extrato.csv');

  await page.getByRole('link', { name: 'Por ano' }).click();
  const [year] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^Baixar PDF de \d{4}$/ })
      .first()
      .click(),
  ]);
  expect(year.suggestedFilename()).toMatch(/^lastro-extrato-anual-\d{4}\.pdf$/);
  expect((await readFile(await year.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await page.goBack();
  await newest.getByRole('link').click();
  const receipt = page.getByRole('dialog', { name: 'Comprovante' });
  await expect(receipt).toContainText('Saldo → Stakes');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(receipt.getByText('Saldo → Stakes')).toBeVisible();
  await expect(receipt.getByRole('button', { name: 'Imprimir' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.goBack();
  await expect(receipt).toBeHidden();

  await page.goBack();
  await expect(page).toHaveURL(/tab=stakes$/);
});

test('[H1] on a phone the bottom bar opens the history, and rows are cards', async ({ page, investor }) => {
  await investor.bring(100);
  await investor.open(50, 30);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Ações' }).getByRole('link', { name: 'Histórico' }).click();
  await page.getByRole('link', { name: 'Stakes', exact: true }).click();
  await expect(page.getByText('US$ 50,00').first()).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
});
