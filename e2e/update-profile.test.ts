import type { Page } from '@playwright/test';
import { drawPng } from '#profile/server/testing/draw-png.ts';
import { expect, testInside as test } from './installation/investor.ts';
import { choose } from './installation/choose.ts';

test('[P1] a customer sets a picture, a new phone and birth date, and they are saved', async ({ page }) => {
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Atualizar Perfil');
  await expect(page.getByLabel('Telefone', { exact: true })).toHaveValue('(11) 98765-4321');

  const picture = await drawPng({ width: 900, height: 600, colour: 2 });
  await page.locator('input[type="file"]').setInputFiles({ name: 'eu.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: 'Salvar foto' }).click();
  await expect(page.getByRole('banner').locator('img[src*="/api/avatars/"]')).toBeVisible();

  await page.getByLabel('Telefone', { exact: true }).fill('+351 912 345 678');
  await page.getByRole('group', { name: 'Data de nascimento' }).getByRole('spinbutton').first().click();
  await page.keyboard.type('24121985');
  await page.getByRole('button', { name: 'Salvar dados' }).click();
  await expect(page.getByRole('region', { name: 'Avisos' }).getByText('Atualizado com sucesso.').last()).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('País', { exact: true })).toHaveValue('PT');
  await expect(page.getByLabel('Telefone', { exact: true })).toHaveValue('912 345 678');
  await expect(page.getByRole('group', { name: 'Data de nascimento' })).toContainText('24/12/1985');
  const shown = page.getByRole('main').locator('img[src*="/api/avatars/"]');
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(256);
});

test('[P1] a file of the wrong type is rejected with a message', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/profile');
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  await page.locator('input[type="file"]').setInputFiles({ name: 'eu.png', mimeType: 'image/png', buffer });
  await expect(page.getByText('Tipo de arquivo incorreto')).toBeVisible();
});

test(
  '[P2] changing the password ends the session on the other device, and only the new one logs in',
  { tag: '@desk' },
  async ({ page, investor, browser }) => {
    const phone = await browser.newPage({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36' });
    await phone.goto('/auth/login');
    await logIn(phone, investor.email, investor.password);
    await expect(phone).toHaveURL(/dashboard/);

    await page.goto('/profile');
    await expect(page.getByRole('button', { name: 'Encerrar a sessão em Chrome · Linux' })).toBeVisible();
    await page.getByLabel('Senha atual').fill(investor.password);
    await page.getByLabel('Nova senha', { exact: true }).fill('tamanduá na varanda');
    await page.getByLabel('Confirmar nova senha').fill('tamanduá na varanda');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Atualizado com sucesso.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Encerrar as outras' })).toHaveCount(0);

    await expect(phone.getByText('Sua sessão foi encerrada.')).toBeVisible();
    await logIn(phone, investor.email, investor.password);
    await expect(phone.getByText('Credenciais inválidas')).toBeVisible();
    await logIn(phone, investor.email, 'tamanduá na varanda');
    await expect(phone).toHaveURL(/dashboard/);
    await phone.close();
  },
);

test('[P2] an unrecognised session can be ended from here', { tag: '@desk' }, async ({ page, investor, browser }) => {
  const lost = await browser.newPage({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
  });
  await lost.goto('/auth/login');
  await logIn(lost, investor.email, investor.password);
  await expect(lost).toHaveURL(/dashboard/);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Encerrar a sessão em Safari · iPhone' }).click();
  await expect(page.getByText('Sessão encerrada.')).toBeVisible();
  await expect(lost).toHaveURL(/auth\/login/);
  await lost.close();
});

test('[B6] [B7] language and theme follow the customer to another device', async ({ page, investor, browser }) => {
  await page.goto('/profile');
  const main = page.getByRole('main');
  // Content that loads above it may move it away from under the pointer.
  const light = main.getByRole('radio', { name: 'Claro' });
  await choose(light);
  // Theme and language are saved by one call each; this waits for the second.
  const kept = page.waitForResponse((answer) => answer.request().postData()?.includes('language') ?? false);
  await main.getByLabel('Idioma', { exact: true }).selectOption('es');
  await kept;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Actualizar perfil');

  const phone = await browser.newPage();
  await phone.goto('/auth/login');
  await expect(phone.locator('html')).toHaveAttribute('data-theme', 'dark');
  await logIn(phone, investor.email, investor.password);
  await expect(phone.locator('html')).toHaveAttribute('lang', 'es');
  await expect(phone.locator('html')).toHaveAttribute('data-theme', 'light');
  await phone.close();
});

async function logIn(page: Page, email: string, password: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'ACESSAR' }).click();
}
