import { expect } from '@playwright/test';
import { openAuthenticatorApp } from './installation/authenticator-app.ts';
import { testAsSaver as test } from './installation/saver.ts';

test.use({ locale: 'fa-IR' });

/** As typed on a Persian keyboard. */
const inPersianDigits = (code: string) =>
  code.replaceAll(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)));

test('[B7] [A2] in Persian, right to left and in Persian digits, a code from the app logs in', async ({
  browser,
  request,
  saver,
  baseURL,
}) => {
  const headers = { authorization: saver.token };
  const begun = await request.post('/api/second-key/app', { headers, data: { proof: { password: saver.password } } });
  const app = openAuthenticatorApp((await begun.json()).Secret);
  await request.post('/api/second-key/app/confirm', { headers, data: { code: await app.nextCode() } });

  const page = await (await browser.newContext({ locale: 'fa-IR' })).newPage();
  await page.addInitScript(`localStorage.setItem('language', 'fa')`);
  await page.goto(new URL('/auth/login', baseURL).href);
  await page.locator('input[name=email]').fill(saver.email);
  await page.locator('input[name=password]').fill(saver.password);
  await page.locator('input[name=password]').press('Enter');
  await expect(page.getByRole('heading', { name: 'تأیید کنید که خودتان هستید' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.getByLabel('کد برنامه').fill(inPersianDigits(await app.nextCode()));
  await page.getByRole('button', { name: 'ورود' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.context().close();
});
