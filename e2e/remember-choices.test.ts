import { expect, testInside as test } from './installation/investor.ts';
import { openAccount } from './installation/open-account.ts';

test('[B6] defaults to dark; remembers the light theme', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await openAccount(page);
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
  await page.goto('/profile');
  await page.getByLabel('Contraseña actual').fill('jabuti no telhado');
  await page.getByLabel('Nueva contraseña', { exact: true }).fill('tamanduá na varanda');
  await page.getByLabel('Confirmar nueva contraseña').fill('tamanduá na varanda');
  await page.keyboard.press('Enter');
  await expect(page.getByText('La contraseña actual no es correcta.').first()).toBeVisible();
});
