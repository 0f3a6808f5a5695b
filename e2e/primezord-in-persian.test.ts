import { expect, testInside as test } from './installation/investor.ts';
import { choose } from './installation/choose.ts';

test('[B7] [Z1] [Z2] in Persian the bot is subscribed to and invested in, with Persian digits and calendar', async ({
  page,
  investor,
}) => {
  await investor.bring(200);
  await page.addInitScript(`localStorage.setItem('language', 'fa')`);
  await page.goto('/primezord');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const subscribing = page.getByRole('dialog', { name: 'اشتراک Primezord' });
  await subscribing.getByRole('button', { name: 'ادامه' }).click();
  await subscribing.getByRole('button', { name: '$۵۰٫۰۰' }).click();
  await expect(page.getByText('اشتراک با موفقیت انجام شد')).toBeVisible();
  const wallet = page.getByRole('region', { name: 'کیف پول ربات' });
  for (const [opener, toast] of [
    ['واریز', 'واریز با موفقیت انجام شد'],
    ['سرمایه‌گذاری', 'سرمایه‌گذاری با موفقیت انجام شد'],
  ] as const) {
    await wallet.getByRole('button', { name: opener }).click();
    const dialog = page.getByRole('dialog', { name: opener });
    await choose(dialog.getByRole('radio', { name: /^\P{Nd}*۱۰۰$/u }));
    await dialog.getByRole('button', { name: '$۱۰۰٫۰۰' }).click();
    await expect(page.getByText(toast)).toBeVisible();
  }
  const row = page.getByRole('row').filter({ hasText: '$۱۰۰٫۰۰' });
  await expect(row).toContainText('در جریان');
  await expect(row).toContainText(new Intl.DateTimeFormat('fa', { year: 'numeric' }).format(new Date()));
});
