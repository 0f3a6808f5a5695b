import type { Page } from '@playwright/test';
import { runLastro } from './installation/run-lastro.ts';
import { testAsSaver } from './installation/saver.ts';
import { expect, testInside as test } from './installation/investor.ts';
import { loadAxe } from './installation/load-axe.ts';
import { openAccount } from './installation/open-account.ts';

async function inspect(page: Page): Promise<void> {
  await loadAxe(page);
  const found = await page.evaluate(
    `axe.run(document).then(({ violations }) => violations.map(({ id, help, nodes }) => id + ': ' + help + ' ' + nodes[0].html))`,
  );
  expect(found).toEqual([]);
}

test('[G4] help can be reached from every screen: in the footer, the avatar menu and the search', async ({ page }) => {
  for (const address of [
    '/dashboard',
    '/stake',
    '/history',
    '/network',
    '/operations',
    '/copytrade',
    '/primevault',
    '/primezord',
    '/products',
    '/profile',
    '/notices',
    '/maturities',
    '/help',
  ]) {
    await page.goto(address);
    const foot = page.getByRole('navigation', { name: 'Ajuda e termos' });
    await expect(foot.getByRole('link', { name: 'Ajuda' })).toHaveAttribute('href', '/help');
  }
  await openAccount(page);
  await page.getByRole('button', { name: 'Ajuda' }).click();
  await expect(page).toHaveURL(/\/help$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Ajuda' })).toBeVisible();

  const seek = async (typed: string): Promise<void> => {
    // The page defers the palette, and its key with it.
    await expect(page.getByRole('button', { name: 'Buscar' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type(typed);
  };
  const first = page.getByRole('dialog').getByRole('option').first();
  await seek('taxa');
  await expect(first).toHaveText('Taxas');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/help#fees$/);
  await expect(page.getByRole('heading', { name: 'Taxas', exact: true })).toBeInViewport();
  await seek('cancelar uma stake');
  await expect(first).toHaveText('Cancelar uma stake');
  // Pressing it once is enough, although something was typed; nothing stays open.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/help#fees$/);
  await seek('quanto custa cancelar');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/help#cancel-stake$/);
  await expect(page.getByText('De uma stake de US$ 100,00, a taxa é de US$ 40,00')).toBeInViewport();
  await seek('sacar');
  await expect(first).toContainText('Sacar');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Solicitar Saque' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test("[G4] help shows the operator's settings, and the terms as the customer accepted them", async ({ page }) => {
  await runLastro('settings', 'set', 'primevault.rate', '31.5');
  try {
    await page.goto('/help#products');
    await expect(page.getByRole('row').filter({ hasText: 'PrimeVault' })).toContainText('31,5%');
  } finally {
    await runLastro('settings', 'set', 'primevault.rate', '30');
  }
  await page.goto('/help#terms');
  const terms = page.getByRole('region', { name: 'Termos que você aceitou' });
  await expect(terms).toContainText('aceita em');
  await terms.getByText('Ler os termos de uso').click();
  await expect(terms.getByText('Pessoas com 18 anos ou mais')).toBeVisible();
  await expect(terms).toContainText('Ainda não aceitos');
});

for (const { language, theme, width } of [
  { language: 'pt-BR', theme: 'dark', width: 1440 },
  { language: 'pt-BR', theme: 'light', width: 360 },
  { language: 'fa', theme: 'dark', width: 360 },
  { language: 'fa', theme: 'light', width: 1440 },
]) {
  test(`[G4] help is accessible to everybody: ${theme}, ${language}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(
      `localStorage.setItem('language', '${language}'); localStorage.setItem('theme', '${theme}')`,
    );
    await page.goto('/help#lost-phone');
    await expect(page.locator('#risks')).toBeVisible();
    await expect(page.locator('#lost-phone p').first()).toBeInViewport();
    await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true`);
    await expect(page.locator('#terms-of-use h4').first()).toBeVisible();
    await inspect(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
      true,
    );
  });
}

testAsSaver(
  '[G4] a receipt, an explanation and a withdrawal that waits lead to support with their reference alone',
  async ({ page, saver }) => {
    await saver.bring(6000);
    await page.goto('/history?tab=statement');
    await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
    const ask = page.getByRole('link', { name: 'Falar com o suporte sobre isto' });
    const references: string[] = [];
    const keep = async (): Promise<void> => void references.push((await ask.first().getAttribute('href')) ?? '');
    await keep();
    await page.keyboard.press('Escape');
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Seu patrimônio: por que este número' }).click();
    await keep();
    await page.goto('/dashboard?dialog=withdraw');
    await page.getByRole('dialog').getByLabel('Valor em dólares').fill('5500');
    await page.getByRole('dialog').locator('label').filter({ hasText: 'Tether (USDT)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sacar US$ 5.500,00' }).click();
    await expect(page.getByRole('dialog').getByText('Acima do limite automático')).toBeVisible();
    await keep();
    for (const address of references) {
      expect(address).toMatch(/^mailto:suporte@lastro\.example\?subject=Lastro%3A%20refer%C3%AAncia%20[\w%.-]+$/);
      expect(decodeURIComponent(address)).not.toContain(saver.email);
    }
  },
);
