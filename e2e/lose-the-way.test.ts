import { expect, testInside as test } from './installation/investor.ts';

test('[B5] the 404 page leads back to the dashboard', async ({ page }) => {
  await page.goto('/404');
  await expect(page.getByRole('heading', { name: 'Esta página está pescando.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Fale com o suporte' })).toBeVisible();
  await page.getByRole('link', { name: 'Voltar ao início' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olá, \u2068Ana Beatriz Figueiredo\u2069');
});

test('[A1] an unknown address leads to the dashboard, and going back closes an open dialog', async ({ page }) => {
  await page.goto('/somewhere/else');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('banner').getByRole('link', { name: 'Nova Stake' }).click();
  await expect(page.getByRole('dialog', { name: 'Nova Stake' })).toBeVisible();
  await expect(page).toHaveURL(/\?dialog=new-stake$/);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goForward();
  await expect(page.getByRole('dialog', { name: 'Nova Stake' })).toBeVisible();
});
