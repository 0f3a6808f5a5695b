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

/** What has the focus, if something else is on top of the middle of it. */
const covered = `(() => {
  const held = document.activeElement;
  const { left, top, width, height } = held.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  return held.closest('main') && !held.contains(seen) && !seen?.contains(held) ? held.textContent : null;
})()`;

test('[B1] on a phone nothing that the keyboard leads to is beneath a bar', async ({ page }) => {
  await page.goto('/help');
  await expect(page.getByRole('heading', { level: 2, name: 'Riscos' })).toBeVisible();
  for (const [key, stops] of [
    ['Tab', 45],
    ['Shift+Tab', 30],
  ] as const) {
    for (let stop = 0; stop < stops; stop += 1) {
      await page.keyboard.press(key);
      expect(await page.evaluate(covered)).toBeNull();
    }
  }
});
