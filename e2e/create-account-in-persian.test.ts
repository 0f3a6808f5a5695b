import { randomBytes } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { linkMailed, mailsTo } from './installation/outbox.ts';

test('[A7] [B7] [A9] an account is created in Persian by keyboard alone, and its email reads right to left', async ({
  page,
}) => {
  const email = `mina-${randomBytes(6).readUIntBE(0, 6)}@journeys.example`;
  await page.addInitScript(`localStorage.setItem('language', 'fa')`);
  await page.goto('/auth/register');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.getByLabel('نام کامل').fill('مینا رضایی');
  await page.getByLabel('ایمیل').fill(email);
  await page.getByLabel('تلفن').fill('+۹۸ ۹۱۲ ۳۴۵ ۶۷۸۹');
  const birth = page.getByRole('group', { name: 'تاریخ تولد' });
  for (const [part, digits] of Object.entries({ year: '1370', month: '6', day: '15' })) {
    await birth.locator(`[data-type="${part}"]`).click();
    await page.keyboard.type(digits);
  }
  await page.getByLabel('رمز عبور', { exact: true }).fill('capivara no telhado');
  await page.getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  const link = await linkMailed(email, 'confirm');
  const [mail] = await mailsTo(email, 'confirm');
  expect(mail?.html).toContain('dir="rtl"');
  expect(mail?.subject).toBe('ایمیل خود را در Lastro تأیید کنید');
  await page.goto(link);
  await page.getByRole('button', { name: 'تأیید ایمیل' }).click();
  await expect(page.getByText('ایمیل تأیید شد.')).toBeVisible();
});
