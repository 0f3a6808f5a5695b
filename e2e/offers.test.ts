import type { Page } from '@playwright/test';
import { expect, type Investor, testInside as test } from './installation/investor.ts';
import { runLastro } from './installation/run-lastro.ts';
import { inspect, joinConsole } from './installation/staff.ts';
import { approve, isAskedFor } from './installation/two-people.ts';
import { choose } from './installation/choose.ts';

/** Offers apply to everybody, and the clock is moved: these tests run one after another, after all that rely on the unchanged state. */
test.describe.configure({ mode: 'serial' });

test('[R6] [R4] two people schedule a new return; an open customer page shows it from its effective date', async ({
  browser,
  page,
}) => {
  const [maker, decider] = [
    await joinConsole(browser, 'desk', 'Nara Lima'),
    await joinConsole(browser, 'desk', 'Rui Sá'),
  ];
  await page.goto('/products');
  await expect(page.getByRole('row', { name: /^PrimeVault/ })).toContainText('30%');

  await maker.page.getByRole('link', { name: 'Ofertas' }).click();
  await inspect(maker.page);
  await maker.page.getByRole('button', { name: 'Agendar: PrimeVault: Retorno' }).click();
  const dialog = maker.page.getByRole('dialog');
  await dialog.getByLabel('Novo valor').fill('900');
  await expect(dialog.getByText('a casa perderia')).toBeVisible();
  await dialog.getByLabel('Novo valor').fill('41,5');
  await expect(dialog.getByRole('article', { name: 'PrimeVault' }).last()).toContainText('41,5%');
  await dialog.getByLabel('Motivo').fill('campanha de verão');
  await inspect(maker.page);
  await dialog.getByRole('button', { name: 'Planejar uma mudança' }).click();
  await maker.page.getByRole('link', { name: 'Ver o pedido' }).click();

  await decider.page.getByRole('link', { name: 'Aprovações' }).click();
  const row = decider.page.getByRole('row').filter({ hasText: 'campanha de verão' });
  await row.getByRole('link').click();
  await decider.page.getByLabel('Motivo').fill('conferido');
  await decider.page.getByRole('button', { name: 'Aprovar', exact: true }).click();
  await expect(decider.page.getByRole('dialog').getByText('Feito', { exact: true })).toBeVisible();

  await maker.page.goto(`${new URL(maker.page.url()).origin}/offers`);
  await expect(maker.page.getByRole('row').filter({ hasText: 'primevault.rate' })).toContainText('41,5%');
  await maker.page.getByRole('link', { name: 'Versões de PrimeVault: Retorno' }).click();
  await expect(maker.page.getByRole('dialog').getByText('Agendada', { exact: true })).toBeVisible();
  await inspect(maker.page);
  await expect(page.getByRole('row', { name: /^PrimeVault/ })).toContainText('30%');

  await runLastro('clock', 'forward', '2d');
  await expect(page.getByRole('row', { name: /^PrimeVault/ })).toContainText('41,5%');
  await expect(maker.page.getByRole('dialog').getByText('Em vigor', { exact: true })).toBeVisible();
});

test('[R6] [H3] a file is previewed, its bad line is named and fixed, and two people import it', async ({
  browser,
}) => {
  const [{ page }, decider] = [
    await joinConsole(browser, 'desk', 'Nara Lima'),
    await joinConsole(browser, 'desk', 'Rui Sá'),
  ];
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
  // Once among those that come too late for what is paid already, once among what will be booked.
  await expect(page.getByRole('row').filter({ hasText: `b-${run}` })).toHaveCount(2);
  await page.getByRole('button', { name: 'Importar 2 operações' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motivo').fill(`janeiro ${run}`);
  await inspect(page);
  await dialog.getByRole('button', { name: 'Importar operações' }).click();
  await isAskedFor(page);
  await approve(decider, `janeiro ${run}`);
  await choose(csv('-0.5'));
  await expect(page.getByText('Tudo neste arquivo já é conhecido')).toBeVisible();
});

test('[R6] [S7] [G1] two people set a tax; it is shown before a stake is opened, and withheld from its profit at maturity', async ({
  browser,
  page,
  investor,
}) => {
  const [maker, decider] = [
    await joinConsole(browser, 'desk', 'Nara Lima'),
    await joinConsole(browser, 'desk', 'Rui Sá'),
  ];
  await page.goto('/dashboard');
  const simulator = page.getByRole('main');
  await expect(simulator.getByRole('group', { name: 'Por quanto tempo' })).toBeVisible();
  await expect(simulator).not.toContainText(/imposto/i);

  await maker.page.getByRole('link', { name: 'Ofertas' }).click();
  await maker.page.getByRole('button', { name: /^Agendar: .*Imposto retido/ }).click();
  const change = maker.page.getByRole('dialog');
  await change.getByLabel('Novo valor').fill('15');
  await expect(change.getByRole('article', { name: 'PrimeVault' }).last()).toContainText('15%');
  await change.getByLabel('Motivo').fill('imposto na fonte');
  await inspect(maker.page);
  await change.getByRole('button', { name: 'Planejar uma mudança' }).click();
  await isAskedFor(maker.page);
  await approve(decider, 'imposto na fonte');

  try {
    await page.reload();
    await expect(simulator.getByRole('group', { name: 'Por quanto tempo' })).toBeVisible();
    await expect(simulator).not.toContainText(/imposto/i);
    await runLastro('clock', 'forward', '2d');
    await withheldOf(page, investor);
  } finally {
    // Later tests share the installation.
    await runLastro('settings', 'set', 'taxes.withheld_percent', '0');
  }
  await page.goto('/stake?dialog=new-stake');
  await expect(page.getByRole('dialog').getByRole('checkbox')).toBeVisible();
  await expect(page.getByRole('dialog')).not.toContainText(/imposto/i);
  await runLastro('books', 'audit');
});

/** From the simulator to the statement of a stake that matured, with 15 % withheld. */
async function withheldOf(page: Page, investor: Investor): Promise<void> {
  const main = page.getByRole('main');
  await page.goto('/dashboard');
  const period = main.getByRole('radio', { name: /^60 dias/ });
  // The simulated values are in the URL: the choice takes effect once that has changed.
  await period.click();
  await expect(period).toBeChecked();
  await main.getByLabel('Quanto').fill('300');
  await main.getByText('Por quê?').click();
  await expect(main.getByText('Imposto retido (15% do lucro)')).toBeVisible();
  await expect(main).toContainText('US$ 363,75');

  await investor.bring(300);
  await page.goto('/stake?dialog=new-stake');
  const dialog = page.getByRole('dialog', { name: 'Nova Stake' });
  await expect(dialog).toContainText('Quando o lucro é pago, 15% dele são retidos como imposto');
  await dialog.getByRole('checkbox', { name: 'o retorno, o imposto, a taxa de saída antecipada' }).check();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await choose(dialog.getByRole('radio', { name: '60 dias' }));
  await choose(dialog.getByRole('radio', { name: 'US$ 300', exact: true }));
  for (const said of ['Imposto retido (15% do lucro)', '-US$ 11,25', 'US$ 363,75'])
    await expect(dialog).toContainText(said);
  await inspect(page);
  await dialog.getByRole('button', { name: 'Aplicar US$ 300,00' }).click();
  await expect(page.getByText('Stake criada com sucesso!')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'US$ 300,00' });
  for (const said of ['US$ 363,75', 'já sem o imposto de 15%']) await expect(row).toContainText(said);

  await runLastro('clock', 'forward', '60d');
  await page.reload();
  await expect(row).toContainText('Finalizada');
  await expect(page.getByRole('banner').getByText('US$ 363,75')).toBeVisible();
  await page.goto('/history?tab=statement');
  const withheld = page.getByRole('row').filter({ hasText: 'Stake finalizada: imposto retido' });
  for (const said of ['-US$ 11,25', 'US$ 363,75']) await expect(withheld).toContainText(said);
  await withheld.getByRole('link').click();
  await expect(page.getByRole('dialog', { name: 'Comprovante' })).toContainText('Saldo → Impostos retidos');

  await page.goto('/stake');
  await row.getByRole('link', { name: 'por que este número' }).first().click();
  await expect(main.getByRole('status').first()).toContainText('Confere');
  await expect(main).toContainText('Depois de pago, retido como imposto');
  await expect(main).toContainText('11,25');
  await inspect(page);
}
