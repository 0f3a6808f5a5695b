import { expect } from '@playwright/test';
import { testAsSaver as test } from './installation/saver.ts';
import { choose } from './installation/choose.ts';

test('[B7] [F1] in Persian money is withdrawn right to left, with Persian digits', async ({ page, saver }) => {
  await saver.bring(500);
  await page.addInitScript(`localStorage.setItem('language', 'fa')`);
  await page.goto('/dashboard');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.getByRole('banner').getByRole('link', { name: 'برداشت' }).click();
  const dialog = page.getByRole('dialog', { name: 'درخواست برداشت' });
  await choose(dialog.getByRole('radio', { name: 'تتر (USDT)' }));
  await dialog.getByRole('textbox').fill('۲۵۰٫۵');
  await dialog.getByRole('button', { name: '$۲۵۰٫۵۰' }).click();
  await expect(page.getByText('برداشت با موفقیت انجام شد!')).toBeVisible();
  await expect(page.getByRole('banner').getByText('$۲۴۹٫۵۰')).toBeVisible();
});
