import { expect, type Locator, type Page } from '@playwright/test';
import { testAsSaver as test } from './installation/saver.ts';
import { inspect, joinConsole, type Person } from './installation/staff.ts';
import { go, press, tabTo } from './installation/staff-keys.ts';

/** What decides about money and access, from the keyboard alone: asked for by one, decided on by another. */

/** Types why and sends it with Enter, sees that it waits for somebody else, and is back where the dialog was opened. */
async function ask(page: Page, reason: string, opener: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByLabel('Motivo'));
  await page.keyboard.type(reason);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Aguarda que outra pessoa concorde')).toBeVisible();
  await expect(dialog.getByRole('status')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: opener, exact: true })).toBeFocused();
}

/** The keyboard goes on from here: the focus is on it, or on something in it. */
async function isIn(place: Locator): Promise<void> {
  const focus = place.page().locator(':focus');
  await expect(place.and(focus).or(place.locator(focus))).toBeVisible();
}

/** Finds the request by its reason, decides, and reads how it ended without looking for it. */
async function decide({ page }: Person, reason: string, how: 'Aprovar' | 'Recusar'): Promise<void> {
  const [main, dialog] = [page.getByRole('main'), page.getByRole('dialog')];
  await go(page, 'a', 'Aprovações');
  await press(page, main.getByRole('row').filter({ hasText: reason }).getByRole('link'), 60);
  await tabTo(page, dialog.getByLabel('Motivo'));
  await page.keyboard.type('conferido');
  await press(page, dialog.getByRole('button', { name: how }));
  const ended = dialog.getByRole('status');
  await expect(ended).toContainText(how === 'Aprovar' ? 'Feito' : 'Recusado');
  await expect(ended).toBeFocused();
  await inspect(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // The request is in the list no more: the keyboard goes on from the list.
  await isIn(main);
}

test('[R6] money is put into the treasury and drawn from it from the keyboard: one is approved, the other refused', async ({
  browser,
}) => {
  test.slow();
  const [maker, decider] = [
    await joinConsole(browser, 'treasury', 'Tânia Rosa'),
    await joinConsole(browser, 'treasury', 'Tito Braga'),
  ];
  const { page } = maker;
  const [main, dialog] = [page.getByRole('main'), page.getByRole('dialog')];
  for (const [way, how] of [
    ['Colocar dinheiro', 'Aprovar'],
    ['Retirar dinheiro', 'Recusar'],
  ] as const) {
    const reason = `${way} ${Date.now()}`;
    await go(page, 'm', 'Tesouraria');
    await press(page, main.getByRole('button', { name: way }));
    await tabTo(page, dialog.getByLabel('Valor'));
    await page.keyboard.type('10,50');
    await ask(page, reason, way);
    await decide(decider, reason, how);
  }
});

test('[R6] a customer is frozen and let go from the keyboard', async ({ browser, saver }) => {
  test.slow();
  const [maker, decider] = [
    await joinConsole(browser, 'compliance', 'Caio Faro'),
    await joinConsole(browser, 'compliance', 'Nara Lima'),
  ];
  const { page } = maker;
  const [main, dialog] = [page.getByRole('main'), page.getByRole('dialog')];
  await go(page, 'c', 'Clientes');
  await page.keyboard.press('/');
  await page.keyboard.type(saver.email);
  await page.keyboard.press('Enter');
  await press(page, main.getByRole('row').filter({ hasText: saver.email }).getByRole('link'));

  await press(page, main.getByRole('button', { name: 'Congelar por horas' }));
  await tabTo(page, dialog.getByLabel('Horas (1 a 24)'));
  await page.keyboard.type('2');
  await tabTo(page, dialog.getByLabel('Motivo'));
  await page.keyboard.type('celular roubado');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(main.getByText('Conta congelada desde')).toBeVisible();
  // What was pressed is not there any more: the keyboard goes on from the page of the customer.
  await expect(dialog).toHaveCount(0);
  await isIn(main);

  await press(page, main.getByRole('button', { name: 'Descongelar' }), 40);
  const reason = `voltou ${saver.email}`;
  await ask(page, reason, 'Descongelar');
  await decide(decider, reason, 'Aprovar');
  // Looking again is an entry of the account, so the page does not do it by itself.
  await page.reload();
  await expect(main.getByRole('button', { name: 'Congelar por horas' })).toBeVisible();
  await expect(main.getByText('Conta congelada desde')).toHaveCount(0);
});

test('[R6] a fee is planned from the keyboard, and refused', async ({ browser }) => {
  test.slow();
  const [maker, decider] = [
    await joinConsole(browser, 'desk', 'Nara Lima'),
    await joinConsole(browser, 'desk', 'Rui Sá'),
  ];
  const { page } = maker;
  const [main, dialog] = [page.getByRole('main'), page.getByRole('dialog')];
  await go(page, 'o', 'Ofertas');
  const change = main
    .getByRole('row')
    .filter({ hasText: 'wallet.usdt_fee_percent' })
    .getByRole('button', { name: /^Mudar/ });
  const opener = (await change.getAttribute('aria-label')) ?? '';
  await press(page, change, 150);
  await tabTo(page, dialog.getByLabel('Novo valor'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('2,5');
  await expect(dialog.getByText('2% → 2,5%')).toBeVisible();
  await inspect(page);
  const reason = `taxa ${Date.now()}`;
  await ask(page, reason, opener);
  await decide(decider, reason, 'Recusar');
});
