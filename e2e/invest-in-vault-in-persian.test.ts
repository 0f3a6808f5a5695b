import { createPromocode } from './installation/create-promocode.ts';
import { expect, testInside as test } from './installation/investor.ts';
import { choose } from './installation/choose.ts';

test('[B7] [V2] in Persian an amount is invested in the vault, with Persian digits and calendar', async ({
  page,
  investor,
}) => {
  const code = await createPromocode(5, 100);
  await investor.bring(500);
  await page.addInitScript(`localStorage.setItem('language', 'fa')`);
  await page.goto('/primevault');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.getByRole('button', { name: 'سرمایه‌گذاری جدید' }).click();
  const dialog = page.getByRole('dialog', { name: 'سرمایه‌گذاری جدید' });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'ادامه' }).click();
  await choose(dialog.getByRole('radio', { name: '$۲۵۰' }));
  await dialog.getByRole('textbox').fill(code);
  await expect(dialog).toContainText('کد پذیرفته شد: ۵ واحد درصد بازده بیشتر.');
  await dialog.getByRole('button', { name: '$۲۵۰٫۰۰' }).click();
  await expect(page.getByText('سرمایه‌گذاری با موفقیت ایجاد شد!')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: '$۲۵۰٫۰۰' });
  await expect(row).toContainText('فعال');
  await expect(row).toContainText(new Intl.DateTimeFormat('fa', { year: 'numeric' }).format(new Date()));
});
