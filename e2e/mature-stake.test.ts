import { expect, testInside as test } from './installation/investor.ts';
import { runLastro } from './installation/run-lastro.ts';

test('[S7] at maturity amount and profit return automatically, and the books balance', async ({ page, investor }) => {
  await investor.bring(100);
  await investor.open(100, 30);
  await page.goto('/stake');
  const row = page.getByRole('row').filter({ hasText: 'US$ 100,00' });
  await expect(row).toContainText('Em andamento');
  await runLastro('clock', 'forward', '30d');
  await page.reload();
  for (const said of ['Finalizada', '+US$ 10,00', '100%']) await expect(row).toContainText(said);
  await expect(page.getByRole('banner').getByText('US$ 110,00')).toBeVisible();
  await page.getByRole('link', { name: 'Início' }).first().click();
  const figures = page.getByRole('region', { name: 'Seus números' });
  await expect(figures).toContainText('Total recebido+US$ 10,00');
  await expect(figures).toContainText('Stakes finalizadas1');
  await expect(page.getByRole('region', { name: 'Evolução do patrimônio' })).toContainText('de US$ 0,00 a US$ 110,00');
  await runLastro('books', 'audit');
});
