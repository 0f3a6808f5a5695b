import { expect, testInside as test } from './installation/investor.ts';
import { runLastro } from './installation/run-lastro.ts';
import { inspect, joinConsole } from './installation/staff.ts';

/** What is on offer is so for everybody, and the clock is moved: one after another, after all who look at it as it is. */
test.describe.configure({ mode: 'serial' });

test('[R6] [R4] two people plan another return; the customer reads it from its moment on, on the page that is open', async ({
  browser,
  page,
}) => {
  const [maker, decider] = [
    await joinConsole(browser, 'desk', 'Nara Lima'),
    await joinConsole(browser, 'desk', 'Rui Sá'),
  ];
  await page.goto('/products');
  await expect(page.getByRole('article', { name: 'PrimeVault' })).toContainText('30%');

  await maker.page.getByRole('link', { name: 'Ofertas' }).click();
  await inspect(maker.page);
  await maker.page.getByRole('button', { name: 'Mudar PrimeVault: Retorno' }).click();
  const dialog = maker.page.getByRole('dialog');
  await dialog.getByLabel('Novo valor').fill('900');
  await expect(dialog.getByText('more a day than the best stake')).toBeVisible();
  await dialog.getByLabel('Novo valor').fill('41,5');
  await expect(dialog.getByRole('article', { name: 'PrimeVault' }).last()).toContainText('41,5%');
  await dialog.getByLabel('Motivo').fill('campanha de verão');
  await inspect(maker.page);
  await dialog.getByRole('button', { name: 'Agendar' }).click();
  await maker.page.getByRole('link', { name: 'Ver o pedido' }).click();

  await decider.page.getByRole('link', { name: 'Aprovações' }).click();
  const row = decider.page.getByRole('row').filter({ hasText: 'campanha de verão' });
  await row.getByRole('link').click();
  await decider.page.getByLabel('Motivo').fill('conferido');
  await decider.page.getByRole('button', { name: 'Aprovar' }).click();
  await expect(decider.page.getByRole('dialog').getByText('Feito', { exact: true })).toBeVisible();

  await maker.page.goto(`${new URL(maker.page.url()).origin}/offers`);
  await expect(maker.page.getByRole('row').filter({ hasText: 'primevault.rate' })).toContainText('41,5%');
  await maker.page.getByRole('button', { name: 'Versões de PrimeVault: Retorno' }).click();
  await expect(maker.page.getByRole('dialog').getByText('Agendada', { exact: true })).toBeVisible();
  await inspect(maker.page);
  await expect(page.getByRole('article', { name: 'PrimeVault' })).toContainText('30%');

  await runLastro('clock', 'forward', '2d');
  await expect(page.getByRole('article', { name: 'PrimeVault' })).toContainText('41,5%');
  await expect(maker.page.getByRole('dialog').getByText('Em vigor', { exact: true })).toBeVisible();
});

test('[R6] [H3] a file is looked at, its bad line is named and mended, and it is imported', async ({ browser }) => {
  const { page } = await joinConsole(browser, 'desk', 'Nara Lima');
  await page.getByRole('link', { name: 'Importar operações' }).click();
  const run = Date.now();
  const csv = (payout: string): Buffer =>
    Buffer.from(
      `date,asset,pair,payout,reference\n2026-01-05T14:30:00Z,Ouro,XAU/USD,1.25,a-${run}\n2026-01-05T15:30:00Z,Prata,XAG/USD,${payout},b-${run}\n`,
    );
  const choose = (buffer: Buffer) =>
    page.getByLabel('Arquivo CSV').setInputFiles({ name: 'janeiro.csv', mimeType: 'text/csv', buffer });
  await inspect(page);
  await choose(csv('muito'));
  await expect(page.getByRole('row').filter({ hasText: 'Linha 3' })).toContainText('O resultado não é um percentual');
  await expect(page.getByRole('button', { name: /^Importar \d/ })).toHaveCount(0);
  await inspect(page);

  await choose(csv('-0.5'));
  await expect(page.getByRole('row').filter({ hasText: `b-${run}` })).toBeVisible();
  await page.getByRole('button', { name: 'Importar 2 operações' }).click();
  const dialog = page.getByRole('dialog');
  await inspect(page);
  await dialog.getByRole('button', { name: 'Importar 2 operações' }).click();
  await expect(dialog.getByText('2 operations of copytrade were imported')).toBeVisible();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(page.getByText('Tudo neste arquivo já é conhecido')).toBeVisible();
});
