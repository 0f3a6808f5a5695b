import { expect, testInside as test } from './installation/investor.ts';

/** What a screen reader announces for the application frame on a phone: names and roles, in order. */
test.use({
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
});

test('[G2] the navbar for screen readers: home, search, balance, notices, account; in the bottom bar the four actions and the menu', async ({
  page,
  investor,
}) => {
  await investor.bring(50);
  await page.goto('/stake');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Avisos' })).toBeVisible();
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - link "Lastro, ir para o início"
      - button "Buscar"
      - link /Saldo/
      - link /Avisos/
      - button /Sua conta/
  `);
  await expect(page.getByRole('navigation', { name: 'Ações' })).toMatchAriaSnapshot(`
    - navigation "Ações":
      - link "Início"
      - link "Sacar"
      - link "Nova Stake"
      - link "Trazer da Corretora"
      - link "Histórico"
      - link "Abrir menu"
  `);
  // One tap each.
  await page.getByRole('banner').getByRole('button', { name: 'Buscar' }).tap();
  await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('link', { name: 'Avisos' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Avisos' })).toBeVisible();
  await page.getByRole('link', { name: 'Abrir menu' }).filter({ visible: true }).tap();
  const menu = page.getByRole('navigation', { name: 'Navegação principal' });
  await expect(menu.getByRole('link', { name: 'Vencimentos' })).toBeVisible();
});
