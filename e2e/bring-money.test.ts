import { expect, testInside as test } from './installation/investor.ts';
import { choose } from './installation/choose.ts';

test('[F1] [F4] money is brought from the sandbox brokerage in reais and reaches the balance', async ({ page }) => {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Trazer da Corretora' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Trazer da Corretora' });
  await expect(dialog.getByText('sandbox', { exact: false })).toBeVisible();
  await expect(dialog.getByText('US$ 1 = R$').first()).toBeVisible();
  await dialog.getByRole('textbox').fill('1.250,50');
  await expect(dialog.getByText('Sem taxa')).toBeVisible();
  await dialog.getByRole('button', { name: 'Trazer US$ 1.250,50' }).click();
  await expect(page.getByText('Depósito realizado com sucesso!')).toBeVisible();
  await expect(dialog.getByText('US$ 1.250,50 no seu saldo.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(page.getByRole('banner').getByText('US$ 1.250,50')).toBeVisible();
  await expect(page.getByText('Feito: US$ 1.250,50 no seu saldo.')).toBeVisible();
});

test('[F1] an empty amount, zero and text are rejected with Informe um valor válido.', async ({ page }) => {
  await page.goto('/dashboard?dialog=deposit');
  const dialog = page.getByRole('dialog', { name: 'Trazer da Corretora' });
  for (const typed of ['', '0', 'cem']) {
    await dialog.getByRole('textbox').fill(typed);
    await dialog.getByRole('button', { name: 'Informe um valor' }).click();
    await expect(dialog.getByText('Informe um valor válido.')).toBeVisible();
  }
});

test(
  '[F6] a deposit above the brokerage balance fails and says that nothing changed',
  { tag: '@desk' },
  async ({ page }) => {
    await page.goto('/dashboard?dialog=deposit');
    const dialog = page.getByRole('dialog', { name: 'Trazer da Corretora' });
    await choose(dialog.getByRole('radio', { name: 'Tether (USDT)' }));
    await dialog.getByRole('textbox').fill('100000,01');
    await dialog.getByRole('button', { name: 'Trazer US$ 100.000,01' }).click();
    await expect(dialog.getByText('nada mudou no seu saldo', { exact: false })).toBeVisible();
    await expect(page.getByRole('banner').getByText('US$ 0,00')).toBeVisible();
  },
);
