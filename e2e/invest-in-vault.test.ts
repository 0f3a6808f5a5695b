import type { Page } from '@playwright/test';
import { createPromocode } from './installation/create-promocode.ts';
import { expect, testInside as test } from './installation/investor.ts';
import { choose } from './installation/choose.ts';

test('[V2] [V3] an amount is invested in the vault with a code: terms, figures, and a row in the list', async ({
  page,
  investor,
}) => {
  const code = await createPromocode(5, 500);
  await investor.bring(1500);
  await page.goto('/primevault');
  await page.getByRole('button', { name: 'Novo investimento' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo investimento' });
  await expect(dialog.getByRole('button', { name: 'Continuar' })).toBeDisabled();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await choose(dialog.getByRole('radio', { name: 'US$ 1.000', exact: true }));
  await expect(dialog).toContainText('US$ 1.300,00');
  await dialog.getByLabel('Código promocional').fill(code.toLowerCase());
  await expect(dialog).toContainText('Código aceito: mais 5 pontos percentuais de retorno.');
  await expect(dialog).toContainText('US$ 1.350,00');
  await dialog.getByRole('button', { name: 'Investir US$ 1.000,00' }).click();
  await expect(page.getByText('Investimento criado com sucesso!')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: 'US$ 1.000,00' });
  for (const said of ['35%', code, 'Ativo', 'US$ 1.350,00']) await expect(row).toContainText(said);
  await expect(page.getByRole('banner').getByText('US$ 500,00')).toBeVisible();
});

test(
  '[V2] [V3] a missing amount and a code that does not apply each show their own message',
  { tag: '@desk' },
  async ({ page, investor }) => {
    const code = await createPromocode(2.5, 5000);
    await investor.bring(300);
    await page.goto('/primevault?dialog=vault-investment');
    const dialog = page.getByRole('dialog', { name: 'Novo investimento' });
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await dialog.getByRole('button', { name: 'Escolha um valor' }).click();
    await expect(dialog.getByText('Por favor, selecione um valor para investir.')).toBeVisible();
    await choose(dialog.getByRole('radio', { name: 'US$ 250', exact: true }));
    const field = dialog.getByLabel('Código promocional');
    await field.fill('nao-existe');
    await expect(dialog.getByText('O código promocional NAO-EXISTE não existe.')).toBeVisible();
    await field.fill(code);
    await expect(
      dialog.getByText(`O código promocional ${code} vale para investimentos a partir de US$ 5.000,00.`),
    ).toBeVisible();
    await field.fill('');
    await dialog.getByRole('button', { name: 'Investir US$ 250,00' }).click();
    await expect(page.getByText('Investimento criado com sucesso!')).toBeVisible();
    // The terms were accepted the first time and remain accepted.
    await page.goto('/primevault?dialog=vault-investment');
    await expect(dialog.getByRole('checkbox')).toBeChecked();
  },
);

test('[V1] the URL holds filters and sorting: back undoes them, a link shares them', async ({ page, investor }) => {
  await investor.bring(900);
  await page.goto('/primevault');
  for (const amount of [100, 250, 500]) await investInVault(page, investor.token, amount);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByLabel('Valor mínimo').fill('250');
  await page.getByLabel('Valor mínimo').press('Enter');
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByLabel('Valor máximo').fill('300');
  await page.getByLabel('Valor máximo').press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByLabel('Ordenar por progresso').selectOption('lowest');
  await expect(page).toHaveURL('/primevault?min=250&max=300&order=lowest');
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByLabel('Status').selectOption('expired');
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(page).toHaveURL('/primevault');
});

async function investInVault(page: Page, token: string, amount: number): Promise<void> {
  const headers = { authorization: token };
  await page.request.post('/api/vault/subscribe', { headers, data: { terms: true } });
  const answer = await page.request.post('/api/vault/deposit', { headers, data: { amount } });
  expect(answer.status()).toBe(201);
}
