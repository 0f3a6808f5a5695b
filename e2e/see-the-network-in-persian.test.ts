import { expect, test } from '@playwright/test';
import { beDemo } from './installation/be-demo.ts';

test('[W1] [B7] in Persian the network opens right to left, level by level, with Persian digits', async ({
  page,
  request,
}) => {
  await beDemo(page, request);
  await page.addInitScript(`localStorage.setItem('language', 'fa')`);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/network');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Camila Duarte')).toContainText('۲ عضو');
  await expect(row('Camila Duarte')).toContainText('$');
  await row('Camila Duarte').focus();
  // Towards the end of the line, which is the left in Persian.
  await page.keyboard.press('ArrowLeft');
  await expect(row('Tiago Ramos')).toHaveAttribute('aria-level', '2');
  await page.keyboard.press('ArrowRight');
  await expect(row('Tiago Ramos')).toHaveCount(0);
  await page.getByRole('searchbox').fill('leticia');
  await expect(row('Letícia Barros')).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
});
