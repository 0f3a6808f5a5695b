import type { Page } from '@playwright/test';
import { expect, test as testOutside, testInside as test } from './installation/investor.ts';

/** Simulates a new build on the server: what the page has not fetched is gone, until the page itself is requested again. */
async function deploy(page: Page, part: string): Promise<void> {
  let isOld = true;
  page.on('request', (request) => void (isOld &&= !request.isNavigationRequest()));
  await page.route(`**/assets/${part}*`, (route) =>
    isOld ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  await page.route(
    (url) => url.pathname === '/',
    (route) => {
      if (route.request().isNavigationRequest()) return route.continue();
      return route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/next.js"></script>' });
    },
  );
}

test('[L8] a dialog whose file cannot be fetched shows the error in its place, and opens once the network is back', async ({
  page,
  context,
  investor,
}) => {
  await investor.bring(100);
  // The browser remembers this kind of failure and does not request the file again while the page lives.
  const dialogFile = '**/assets/new-stake-dialog*.js';
  await page.route(dialogFile, (route) => route.abort());
  await page.goto('/stake');
  await expect(page.getByRole('banner').getByText('US$ 100,00')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Nova Stake' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('Sem conexão com o servidor');
  await expect(page.getByRole('banner').getByText('US$ 100,00')).toBeAttached();
  await page.getByRole('dialog').getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('dialog')).toContainText('Sem conexão com o servidor');
  await page.unroute(dialogFile);
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Nova Stake' })).toBeVisible();
});

test('[L8] without a network the palette and another screen show the error in place, and the page stays', async ({
  page,
  context,
  investor,
}) => {
  await investor.bring(100);
  await page.goto('/stake');
  await expect(page.getByRole('banner').getByText('US$ 100,00')).toBeVisible();
  // The key handler is loaded after the figures.
  await expect(page.getByRole('button', { name: 'Buscar' })).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toContainText('Sem conexão com o servidor');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.locator('a[href="/primevault"]').first().click();
  await expect(page.getByRole('main')).toContainText('Sem conexão com o servidor');
  await expect(page.getByRole('banner').getByText('US$ 100,00')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('main')).not.toContainText('Sem conexão com o servidor');
});

test('[L8] a failed first script leaves no blank page', { tag: '@desk' }, async ({ page }) => {
  const firstFile = '**/assets/first-*.js';
  await page.route(firstFile, (route) => route.abort());
  await page.goto('/dashboard');
  const again = page.getByRole('button', { name: 'Tentar de novo' });
  await expect(again).toBeVisible();
  await page.unroute(firstFile);
  await again.click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

testOutside(
  '[L8] behind the login: what does not come is said, asked for again, and not in the way of who goes back',
  { tag: '@desk' },
  async ({ page }) => {
    const inside = '**/assets/inside-*.js';
    await page.route(inside, (route) => route.abort());
    await page.goto('/auth/login');
    const register = page.getByRole('link', { name: 'Criar conta' });
    const again = page.getByRole('button', { name: 'Tentar de novo' });
    await register.click();
    await expect(again).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Identifique-se' })).toBeVisible();
    await register.click();
    await expect(again).toBeVisible();
    await page.unroute(inside);
    await again.click();
    await expect(page.getByLabel('Nome')).toBeVisible();
  },
);

test.describe('a new build while the tab is open', () => {
  // The test could not intercept its requests.
  test.use({ serviceWorkers: 'block' });

  test('[L8] a new build while the tab is open: the page reloads once, with the opened dialog', async ({ page }) => {
    await page.goto('/stake');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await deploy(page, 'new-stake-dialog');
    const again = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Nova Stake' }).first().click();
    await again;
    await expect(page.getByRole('dialog', { name: 'Nova Stake' })).toBeVisible();
  });

  test('[L8] typed text survives the reload, and the page does not reload indefinitely', async ({ page }) => {
    await page.goto('/profile');
    const phone = page.getByRole('textbox', { name: 'Telefone' });
    await expect(phone).toHaveValue('(11) 98765-4321');
    await phone.fill('+55 11 91234-5678');
    await deploy(page, 'palette-');
    await page.getByRole('heading', { level: 1 }).first().click();
    await expect(page.getByRole('button', { name: 'Buscar' })).toBeVisible();
    const again = page.waitForEvent('load');
    await page.keyboard.press('Control+k');
    await again;
    await expect(phone).toHaveValue('(11) 91234-5678');
    await page.route('**/assets/shortcuts-dialog*', (route) => route.fulfill({ status: 404, body: '' }));
    let loads = 0;
    page.on('load', () => void (loads += 1));
    await page.goto('/profile?dialog=shortcuts');
    await expect(page.getByRole('dialog')).toContainText('Tentar de novo');
    await page.waitForTimeout(1_500);
    expect(loads).toBe(1);
  });
});
