import { expect, type Locator, type Page } from '@playwright/test';
import { testAsSaver as test } from './installation/saver.ts';
import { inspect, joinConsole, type Person } from './installation/staff.ts';
import { go, press, tabTo } from './installation/staff-keys.ts';

/** Decisions about money and access with the keyboard alone: requested by one person, decided by another. */

/** Types the reason and submits it with Enter, sees that it waits for somebody else, and returns to where the dialog was opened. */
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

/** Requires the focus to be on this element or inside it, so that the keyboard continues from here. */
async function isIn(place: Locator): Promise<void> {
  const focus = place.page().locator(':focus');
  await expect(place.and(focus).or(place.locator(focus))).toBeVisible();
}

/** Finds the request by its reason, decides, and finds the focus on the outcome. */
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
  // The request is no longer in the list: the keyboard continues from the list.
  await isIn(main);
}

test('[R6] money is put into and taken from the treasury by keyboard: one is approved, the other refused', async ({
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

test('[R6] a customer is frozen and unfrozen by keyboard', async ({ browser, saver }) => {
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

  await press(page, main.getByRole('button', { name: 'Congelar', exact: true }));
  await tabTo(page, dialog.getByLabel('Horas (1 a 24)'));
  await page.keyboard.type('2');
  await tabTo(page, dialog.getByLabel('Motivo'));
  await page.keyboard.type('celular roubado');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(main.getByText('Conta congelada desde')).toBeVisible();
  // The button that was pressed is gone: the keyboard continues from the customer's page.
  await expect(dialog).toHaveCount(0);
  await isIn(main);

  await press(page, main.getByRole('button', { name: 'Descongelar' }), 40);
  const reason = `voltou ${saver.email}`;
  await ask(page, reason, 'Descongelar');
  await decide(decider, reason, 'Aprovar');
  // Every look is recorded, so the page does not refetch automatically.
  await page.reload();
  await expect(main.getByRole('button', { name: 'Congelar', exact: true })).toBeVisible();
  await expect(main.getByText('Conta congelada desde')).toHaveCount(0);
});

test('[R6] a fee change is planned by keyboard, and refused', async ({ browser }) => {
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
    .getByRole('button', { name: /^Agendar/ });
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
