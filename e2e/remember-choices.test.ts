import { expect, testInside as test } from './installation/investor.ts';
import { choose } from './installation/choose.ts';

test('[B6] defaults to dark; remembers the light theme', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Sua conta' }).click();
  await page.getByRole('button', { name: 'Usar tema claro' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('[B7] remembers the chosen language, and the server answers in it too', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await page.getByLabel('Idioma').first().selectOption('es');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, \u2068Ana Beatriz Figueiredo\u2069');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, \u2068Ana Beatriz Figueiredo\u2069');
  await page.goto('/stake?dialog=new-stake');
  const dialog = page.getByRole('dialog', { name: 'Nuevo stake' });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await choose(dialog.getByRole('radio', { name: 'US$ 100', exact: true }));
  await dialog.getByRole('button', { name: 'Invertir US$ 100,00' }).click();
  await expect(page.getByRole('region', { name: 'Avisos' }).getByRole('listitem')).toContainText(/saldo/i);
  await expect(page.getByRole('region', { name: 'Avisos' })).not.toContainText('Seu');
});
