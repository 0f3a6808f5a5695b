import { expect, testInside as test } from './installation/investor.ts';
import { choose } from './installation/choose.ts';

test('[S3] a stake is opened in two steps and appears in the list', async ({ page, investor }) => {
  await investor.bring(500);
  await page.goto('/stake');
  await page.getByRole('link', { name: 'Nova Stake' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova Stake' });
  await expect(dialog.getByRole('button', { name: 'Continuar' })).toBeDisabled();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await choose(dialog.getByRole('radio', { name: '60 dias' }));
  await choose(dialog.getByRole('radio', { name: 'US$ 300', exact: true }));
  await expect(dialog).toContainText('US$ 375,00');
  await dialog.getByRole('button', { name: 'Aplicar US$ 300,00' }).click();
  await expect(page.getByText('Stake criada com sucesso!')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: 'US$ 300,00' });
  for (const said of ['60 dias', 'Em andamento', 'US$ 375,00']) await expect(row).toContainText(said);
  await expect(page.getByRole('banner').getByText('US$ 200,00')).toBeVisible();
});

test('[S3] the dialog starts afresh each time: at the terms, 30 days, no amount', async ({ page, investor }) => {
  await investor.bring(50);
  await page.goto('/stake');
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole('link', { name: 'Nova Stake' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Nova Stake' });
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await expect(dialog.getByRole('radio', { name: '30 dias' })).toBeChecked();
    await expect(dialog.getByRole('group', { name: 'Valor' }).getByRole('radio', { checked: true })).toHaveCount(0);
    await choose(dialog.getByRole('radio', { name: 'US$ 20', exact: true }));
    await dialog.getByRole('button', { name: 'Aplicar US$ 20,00' }).click();
    await expect(dialog).toHaveCount(0);
  }
  await expect(page.getByRole('row').filter({ hasText: '2 × US$ 20,00' })).toBeVisible();
});

test('[S4] the browser rejects a stake without an amount valid for the period', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/stake?dialog=new-stake');
  const dialog = page.getByRole('dialog', { name: 'Nova Stake' });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('button', { name: 'Escolha um valor' }).click();
  await expect(dialog.getByText('Escolha um valor válido para o período selecionado.')).toBeVisible();
});

test('[S3] what is missing for a stake is brought from its own step, which comes back with the same choice', async ({
  page,
}) => {
  await page.goto('/stake?dialog=new-stake');
  const dialog = page.getByRole('dialog', { name: 'Nova Stake' });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await choose(dialog.getByRole('radio', { name: 'US$ 100', exact: true }));
  await expect(dialog.getByText('você precisa de mais US$ 100,00.', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Trazer US$ 100,00' }).click();
  const deposit = page.getByRole('dialog', { name: 'Trazer da Corretora' });
  await expect(deposit.getByRole('textbox')).toHaveValue('100,00');
  await deposit.getByRole('button', { name: 'Trazer US$ 100,00' }).click();
  await deposit.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog.getByRole('radio', { name: 'US$ 100', exact: true })).toBeChecked();
  await dialog.getByRole('button', { name: 'Aplicar US$ 100,00' }).click();
  await expect(page.getByText('Stake criada com sucesso!')).toBeVisible();
});
