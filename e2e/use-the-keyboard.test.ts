import { expect, testInside as test } from './installation/investor.ts';

test('an investor navigates everywhere and starts a stake by keyboard alone, in Portuguese and in Persian', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Buscar' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('quando volta');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/maturities$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Vencimentos' })).toBeVisible();

  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page).toHaveURL(/\/history$/);
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'Nova Stake' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/history\?dialog=new-stake$/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('persa');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'میان‌برهای صفحه‌کلید' })).toBeVisible();
});
