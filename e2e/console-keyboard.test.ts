import { expect } from '@playwright/test';
import { testAsSaver as test } from './installation/saver.ts';
import { inspect, joinConsole } from './installation/staff.ts';
import { go, press, tabTo } from './installation/staff-keys.ts';

test('[R6] a day at the desk without a mouse: the most common requests are found, read and handled by keyboard', async ({
  browser,
  saver,
}) => {
  test.slow();
  await saver.bring(90);
  const { page } = await joinConsole(browser, 'compliance', 'Caio Faro');
  const [main, dialog] = [page.getByRole('main'), page.getByRole('dialog')];

  await go(page, 'c', 'Clientes');
  await page.keyboard.press('/');
  await expect(page.getByLabel('Buscar cliente')).toBeFocused();
  await page.keyboard.type(saver.email);
  await page.keyboard.press('Enter');
  await press(page, main.getByRole('row').filter({ hasText: saver.email }).getByRole('link'));

  await press(page, main.getByRole('button', { name: 'Anotar', exact: true }));
  await tabTo(page, dialog.getByLabel('Anotação'));
  await page.keyboard.type('ligou sobre o depósito');
  await press(page, dialog.getByRole('button', { name: 'Anotar', exact: true }));
  await expect(dialog.getByRole('status')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);

  await press(page, main.getByRole('button', { name: 'Saldo: por que este número' }));
  await press(page, dialog.getByRole('link', { name: 'Depósito liquidado' }));
  await expect(main.getByText('Recalculado: certo')).toBeVisible();

  await go(page, 't', 'Transferências');
  await press(page, main.getByRole('row').nth(1).getByRole('link'));
  await expect(dialog.getByRole('heading', { name: 'Lançamentos' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await go(page, 'b', 'Livro-razão');
  await page.keyboard.press('/');
  await page.keyboard.type(saver.email);
  await page.keyboard.press('Enter');
  await expect(main.getByRole('row')).toHaveCount(2);

  await go(page, 'x', 'Relatórios');
  await press(page, main.getByText('Como se conta').first());
  await expect(main.getByText('Lançamentos “Depósito liquidado” do dia')).toBeVisible();
  await go(page, 'r', 'Conciliação');
  await go(page, 'a', 'Aprovações');
  await page.keyboard.press('?');
  await expect(dialog.getByText('Ao campo de busca da tela')).toBeVisible();
  await inspect(page);
});
