import type { Page } from '@playwright/test';
import { expect, testInside as test } from './installation/investor.ts';
import { choose } from './installation/choose.ts';

/** Follows the entry of the sidebar, which on a phone is in the drawer. */
async function followEntry(page: Page): Promise<void> {
  const menu = page.getByRole('link', { name: 'Abrir menu' }).filter({ visible: true });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('link', { name: 'Primezord' }).filter({ visible: true }).click();
}

async function subscribe(page: Page): Promise<void> {
  await page.goto('/primezord');
  const dialog = page.getByRole('dialog', { name: 'Assinar o Primezord' });
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('button', { name: 'Confirmar US$ 50,00' }).click();
  await expect(page.getByRole('region', { name: 'Carteira do robô' })).toBeVisible();
}

async function move(page: Page, opener: string, dollars: string, confirm: string): Promise<void> {
  await page.getByRole('region', { name: 'Carteira do robô' }).getByRole('button', { name: opener }).click();
  const dialog = page.getByRole('dialog');
  await choose(dialog.getByRole('radio', { name: `US$ ${dollars}`, exact: true }));
  await dialog.getByRole('button', { name: confirm }).click();
  await expect(dialog).toHaveCount(0);
}

test('[Z1] the sidebar entry leads through the subscription once, then straight to the bot', async ({
  page,
  investor,
}) => {
  await investor.bring(80);
  await page.goto('/stake');
  await followEntry(page);
  const dialog = page.getByRole('dialog', { name: 'Assinar o Primezord' });
  await expect(page).toHaveURL(/\/stake\?dialog=bot-subscribe$/);
  for (const said of ['alta performance', 'tempo real', 'Integração total']) await expect(dialog).toContainText(said);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  for (const said of ['US$ 50,00', 'US$ 30,00', 'não pode ser desfeita']) await expect(dialog).toContainText(said);
  await dialog.getByRole('button', { name: 'Confirmar US$ 50,00' }).click();
  await expect(page.getByText('Assinatura efetuada com sucesso')).toBeVisible();
  await expect(page).toHaveURL(/\/primezord$/);
  await expect(page.getByRole('banner').getByText('US$ 30,00')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/stake$/);
  await followEntry(page);
  await expect(page).toHaveURL(/\/primezord$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test(
  '[Z1] its address without a subscription opens the dialog; cancelling it costs nothing',
  { tag: '@desk' },
  async ({ page, investor }) => {
    await investor.bring(60);
    await page.goto('/primezord');
    const dialog = page.getByRole('dialog', { name: 'Assinar o Primezord' });
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('button', { name: 'Assinar o Primezord' })).toBeVisible();
    await expect(page.getByRole('banner').getByText('US$ 60,00')).toBeVisible();
  },
);

test('[Z1] without funds the price step offers to bring exactly what is missing, and continues after it', async ({
  page,
}) => {
  await page.goto('/primezord');
  const dialog = page.getByRole('dialog', { name: 'Assinar o Primezord' });
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog).toContainText('você precisa de mais US$ 50,00');
  await bringMissing(page, '50,00');
  await expect(dialog.getByRole('button', { name: 'Confirmar US$ 50,00' })).toBeVisible();
});

test('[Z2] money goes into the wallet, is invested, and the available part comes back', async ({ page, investor }) => {
  await investor.bring(400);
  await subscribe(page);
  const wallet = page.getByRole('region', { name: 'Carteira do robô' });
  await move(page, 'Depositar', '250', 'Depositar US$ 250,00');
  await expect(page.getByText('Deposito efetuado com sucesso')).toBeVisible();
  await expect(wallet).toContainText('US$ 250,00');
  await move(page, 'Investir', '100', 'Investir US$ 100,00');
  await expect(page.getByText('Investimento aplicado com sucesso')).toBeVisible();
  const row = page.getByRole('region', { name: 'Seus investimentos' }).getByRole('row').nth(1);
  for (const said of ['US$ 100,00', 'Em andamento', 'termina em']) await expect(row).toContainText(said);
  await move(page, 'Sacar', '50', 'Sacar US$ 50,00');
  await expect(page.getByText('Saque efetuado com sucesso')).toBeVisible();
  for (const said of ['US$ 200,00', 'Disponível para saqueUS$ 100,00', 'Saldo bloqueadoUS$ 100,00']) {
    await expect(wallet).toContainText(said);
  }
  await expect(page.getByRole('banner').getByText('US$ 150,00')).toBeVisible();
});

test('[Z2] without an amount each dialog says Selecione um valor; what an investment lacks is brought, step by step', async ({
  page,
  investor,
}) => {
  await investor.bring(50);
  await subscribe(page);
  for (const name of ['deposit', 'withdraw', 'invest']) {
    await page.goto(`/primezord?dialog=bot-${name}`);
    const dialog = page.getByRole('dialog');
    await dialog.locator('[type="submit"]').click();
    await expect(dialog.getByRole('alert')).toHaveText('Selecione um valor');
  }
  const invest = page.getByRole('dialog', { name: 'Investir' });
  await choose(invest.getByRole('radio', { name: 'US$ 25', exact: true }));
  await expect(invest).toContainText('você precisa de mais US$ 25,00');
  await invest.getByRole('button', { name: 'Depositar' }).click();
  const deposit = page.getByRole('dialog', { name: 'Depositar' });
  await expect(deposit.getByRole('radio', { name: 'US$ 25', exact: true })).toBeChecked();
  await bringMissing(page, '25,00');
  await deposit.getByRole('button', { name: 'Depositar US$ 25,00' }).click();
  await invest.getByRole('button', { name: 'Investir US$ 25,00' }).click();
  await expect(page.getByText('Investimento aplicado com sucesso')).toBeVisible();
});

async function bringMissing(page: Page, amount: string): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Trazer US$ ${amount}` })
    .click();
  const bringing = page.getByRole('dialog', { name: 'Trazer da Corretora' });
  await expect(bringing.getByRole('textbox')).toHaveValue(amount);
  await bringing.getByRole('button', { name: `Trazer US$ ${amount}` }).click();
  await bringing.getByRole('button', { name: 'Continuar' }).click();
}
