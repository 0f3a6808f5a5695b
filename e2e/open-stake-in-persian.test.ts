import { expect, testInside as test } from './installation/investor.ts';
import { choose } from './installation/choose.ts';

test('[B7] [S3] in Persian a stake is opened right to left, with Persian digits and calendar', async ({
  page,
  investor,
}) => {
  await investor.bring(500);
  await page.goto('/stake');
  await page.getByLabel('Idioma').first().selectOption('fa');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.getByRole('banner').getByRole('link', { name: 'استیک جدید' }).click();
  const dialog = page.getByRole('dialog', { name: 'استیک جدید' });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'ادامه' }).click();
  await choose(dialog.getByRole('radio', { name: '۶۰ روز' }));
  await choose(dialog.getByRole('radio', { name: '$۳۰۰' }));
  await dialog.getByRole('button', { name: 'سرمایه‌گذاری ‎$۳۰۰٫۰۰' }).click();
  await expect(page.getByText('استیک با موفقیت ایجاد شد!')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: '$۳۰۰٫۰۰' });
  await expect(row).toContainText('در جریان');
  await expect(row).toContainText(new Intl.DateTimeFormat('fa', { year: 'numeric' }).format(new Date()));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fa');
});

test('[B7] [F1] in Persian money is brought in using Persian digits', async ({ page }) => {
  await page.addInitScript(`localStorage.setItem('language', 'fa')`);
  await page.goto('/dashboard?dialog=deposit');
  const dialog = page.getByRole('dialog', { name: 'انتقال از کارگزاری' });
  await dialog.getByRole('textbox').fill('۲۵۰٫۵');
  await dialog.getByRole('button', { name: '$۲۵۰٫۵۰' }).click();
  await expect(page.getByText('واریز با موفقیت انجام شد!')).toBeVisible();
});
