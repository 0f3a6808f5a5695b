import { expect, testInside as test } from './installation/investor.ts';

test('[P1] [B7] updates the profile in Persian, right to left, by keyboard alone', async ({ page }) => {
  await page.addInitScript(`localStorage.setItem('language', 'fa')`);
  await page.goto('/profile');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('به‌روزرسانی نمایه');
  // A phone number reads from left to right in every language.
  await expect(page.getByLabel('تلفن', { exact: true })).toHaveValue('(11) 98765-4321');
  await expect(page.getByLabel('تلفن', { exact: true })).toHaveCSS('direction', 'ltr');

  await page.getByLabel('تلفن', { exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('+98 912 345 6789');
  await page.keyboard.press('Enter');
  await expect(page.getByText('با موفقیت به‌روزرسانی شد.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('کشور', { exact: true })).toHaveValue('IR');
  await expect(page.getByLabel('تلفن', { exact: true })).toHaveValue('0912 345 6789');
});
