import type { Page } from '@playwright/test';
import { expect, testInside as test } from './installation/investor.ts';
import { runLastro } from './installation/run-lastro.ts';

/** Opens a page and waits until it receives events. */
async function openFollowing(page: Page, path: string): Promise<void> {
  const following = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/events');
  await page.goto(path);
  expect((await following).status()).toBe(200);
}

test('[S7] an event reaches every open page automatically, is announced once, and stays in the notices', async ({
  page,
  browser,
  investor,
}) => {
  await investor.bring(100);
  await investor.open(100, 30);
  const elsewhere = await browser.newContext();
  await elsewhere.addInitScript(`localStorage.setItem('token', '${investor.token}');
    localStorage.setItem('language', 'pt-BR');`);
  const other = await elsewhere.newPage();
  await openFollowing(page, '/stake');
  await openFollowing(other, '/dashboard');
  const row = page.getByRole('row').filter({ hasText: 'US$ 100,00' });
  await expect(row).toContainText('Em andamento');

  await runLastro('clock', 'forward', '30d');

  for (const each of [page, other]) {
    await expect(each.getByText('Sua stake de US$ 100,00 terminou e rendeu US$ 10,00.')).toBeVisible();
    await expect(each.getByRole('banner').getByText('US$ 110,00')).toBeVisible();
  }
  await expect(row).toContainText('Finalizada');
  await other.getByRole('banner').getByRole('link', { name: 'Avisos: 2 não lidos' }).click();
  const list = other.getByRole('main').getByRole('list');
  await expect(list).toContainText('Sua stake de US$ 100,00 terminou e rendeu US$ 10,00.');
  await expect(list).toContainText('Depósito de US$ 100,00 concluído');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Avisos', exact: true })).toBeVisible();
  await other.reload();
  await expect(list).toContainText('Sua stake');
  await expect(other.getByRole('link', { name: /^Não lido/ })).toHaveCount(0);
  await elsewhere.close();
  await runLastro('books', 'audit');
});

test.describe('on a phone in Persian', () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: 'fa-IR' });

  test('[F4] arriving money is announced automatically, and the link to the notices stays in the bar', async ({
    page,
    investor,
  }) => {
    await page.addInitScript(`localStorage.setItem('language', 'fa')`);
    await openFollowing(page, '/dashboard');
    await investor.bring(250);
    await expect(page.getByText(/^واریز .*۲۵۰٫۰۰.* انجام شد/)).toBeVisible();
    await expect(page.getByRole('banner').getByText(/۲۵۰٫۰۰/)).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'اعلان‌ها: ۱ خوانده‌نشده' }).click();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});
